language = Русский

## Small words

number = { $count ->
    [1] одна
    [2] две
    [3] три
    [4] четыре
    [5] пять
    [6] шесть
    [7] семь
    [8] восемь
    [9] девять
    [10] десять
    [11] одиннадцать
    [12] двенадцать
    [13] тринадцать
    [14] четырнадцать
    [15] пятнадцать
    [16] шестнадцать
    [17] семнадцать
    [18] восемнадцать
    [19] девятнадцать
    [20] двадцать
   *[other] { $count }
}
bid = { number } { $face ->
    [1] { $count ->
        [one] единица
        [few] единицы
       *[many] единиц
    }
    [2] { $count ->
        [one] двойка
        [few] двойки
       *[many] двоек
    }
    [3] { $count ->
        [one] тройка
        [few] тройки
       *[many] троек
    }
    [4] { $count ->
        [one] четвёрка
        [few] четвёрки
       *[many] четвёрок
    }
    [5] { $count ->
        [one] пятёрка
        [few] пятёрки
       *[many] пятёрок
    }
   *[6] { $count ->
        [one] шестёрка
        [few] шестёрки
       *[many] шестёрок
    }
}
faces = { $face ->
    [1] единицы
    [2] двойки
    [3] тройки
    [4] четвёрки
    [5] пятёрки
   *[6] шестёрки
}
dice = { $count ->
    [0] нет костей
    [one] { number } кость
    [few] { number } кости
   *[many] { number } костей
}
list-and = { $most } и { $last }
did-you-mean = Может быть, «{ $word }»?

## The story of a game

story-rules = Правила: { $rules }.
story-seats = За столом, по часовой стрелке: { $names }.
story-dice = Кости к этому моменту: { $dice }.
story-used = Мапуто уже было: { $names }.
story-opens = Начинает { $name }.
story-lost = Кость только что теряет { $name } и начинает раунд.
story-draw = Жеребьёвка: { $throws }.
story-draw-again = Ещё раз бросают { $names }.
story-maputo = { $name } объявляет мапуто.
story-pass = { $name } не объявляет мапуто.
story-round = Раунд { $number }{ $kind ->
    [maputo] , мапуто
    [final] , финал
   *[normal] { "" }
}: начинает { $name }.
story-cups = Под стаканами: { $hands }
story-rethrow = { $name } показывает кость на ребре и перебрасывает: { $dice }
story-bid = { $name }: «{ $bid }».
story-dudo = { $name }: «Не верю!»
story-calza = { $name }: «Кальза!»
story-count = На столе { $count ->
    [0] ни одной { $face ->
        [1] единицы
        [2] двойки
        [3] тройки
        [4] четвёрки
        [5] пятёрки
       *[6] шестёрки
    }
   *[other] { bid }
}{ $jokers ->
    [0] .
   *[other] , из них джокеров: { $jokers }.
}
story-loses = { $name } теряет кость{ $left ->
    [0] { " " }и выбывает.
   *[other] , остаётся { $dice }.
}
story-gains = { $name } возвращает себе кость, теперь { $dice }.
story-left = { $name } выходит из игры, кости уходят на центр стола.
story-void = Раунд не засчитан: все бросают снова.
story-wins = Тур выигрывает { $name }.
story-tour = Тур { $number }: { $names } начинают со всеми костями.
standings = Выиграно туров: { $standings }.
waits-draw = Дальше жеребьёвка: по одной кости бросают { $names }.
waits-declaring = Дальше { $name }: объявить мапуто (maputo) или нет (pass).
waits-rolling = Дальше все бросают кости.
waits-bidding = Дальше ходит { $name }: { $legal }.
legal-bids = { $bids } или больше того же номинала, не больше { $most }

## What the referee says

refused = строка { $line }
refused-legal = Можно (ходит { $name }): { $legal }.
illegal-no-such-player = За этим столом нет игрока «{ $name }».
illegal-player-is-out = У игрока { $name } в этом туре нет костей.
illegal-tour-over = Тур закончен, победитель – { $winner }.
illegal-wrong-phase-draw = Жеребьёвка не закончена: ещё неизвестно, кто начинает.
illegal-wrong-phase-declaring = Кости ещё не брошены: { $turn } решает, объявлять ли мапуто.
illegal-wrong-phase-rolling = Всё, что бывает до броска, уже решено: теперь все бросают кости.
illegal-wrong-phase-bidding = Торговля уже идёт, решает { $turn }.
illegal-not-your-turn = Сейчас ходит { $turn }.
illegal-more-than-dice-in-play = Ставка не может быть больше, чем костей в игре: { $dice }.
illegal-face-locked = В мапуто номинал не меняется: можно ставить только на { faces }.
illegal-aces-cannot-open = Раунд нельзя начинать с единиц.
illegal-aces-too-few = Уход в единицы – не меньше половины ставки с округлением вверх: { $least }.
illegal-after-aces-too-few-double-plus-one = Уйти с единиц можно, назвав вдвое больше и ещё одну кость, не меньше: { $least }.
illegal-after-aces-too-few-double = Уйти с единиц можно, назвав вдвое больше, не меньше: { $least }.
illegal-face-already-called = В этом раунде уже назвали «{ $called }»: при том же количестве годится только номинал выше.
illegal-bid-not-higher-plain = Это не повышает ставку «{ $standing }»: нужен номинал выше при том же количестве или большее количество любого номинала.
illegal-bid-not-higher-aces = Это не повышает ставку «{ $standing }»: нужно больше единиц или уход с единиц.
illegal-bid-not-higher-maputo = Это не повышает ставку «{ $standing }»: в мапуто растёт только количество.
illegal-nothing-to-doubt = В этом раунде ещё нет ставки: не верить нечему.
illegal-nothing-to-calza = В этом раунде ещё нет ставки: говорить «кальза» рано.
illegal-calza-off = В этих правилах нет кальзы.
illegal-calza-in-maputo = В мапуто нет кальзы.
illegal-calza-with-all-dice = Кальзу не может сказать тот, у кого все кости ({ $dice }).
illegal-maputo-off-off = В этих правилах нет мапуто.
illegal-maputo-off-auto = По этим правилам мапуто наступает само, его не объявляют.
illegal-maputo-in-final = Когда осталось двое, мапуто нет.
illegal-maputo-three-singles = Когда осталось трое и у каждого по одной кости, мапуто нет.
illegal-maputo-needs-one-die = Мапуто объявляет только тот, у кого ровно одна кость; { $name }: { $dice }.
illegal-maputo-used = У игрока { $name } мапуто в этом туре уже было.
illegal-bad-draw-missing = { $seat } участвует в жеребьёвке, но броска нет.
illegal-bad-draw-not-in-draw = { $seat } не участвует в этом броске жеребьёвки.
illegal-bad-draw-twice = { $seat } бросает дважды.
illegal-bad-roll-wrong-dice = У игрока { $seat } { $has }, а брошено: { $rolled }.
illegal-bad-roll-missing = У игрока { $seat } { $has }, а броска нет.
illegal-bad-roll-out = У игрока { $seat } нет костей, бросать нечего.
illegal-bad-roll-twice = { $seat } бросает дважды.
illegal-bad-setup-too-many-dice = Костей у игрока { $seat } не может быть больше, чем { $most }.
illegal-bad-setup-too-few-with-dice = Кости должны быть хотя бы у двоих.
illegal-bad-setup-draw-began = Расстановка заменяет жеребьёвку, а жеребьёвка уже началась.
illegal-bad-setup-twice = { $seat } упоминается дважды.
illegal-too-few-players = Для тура нужны двое, а остальные вышли из игры.

## What is wrong with a text

syntax-not-utf8 = Здесь текст не в UTF-8.
syntax-line-too-long = Строка слишком длинна для записи.
syntax-version-first = Запись начинается с «perudo 1».
syntax-unknown-version = Версия записи «{ $word }» неизвестна; программа читает версию 1.
syntax-rules-next = После «perudo 1» идёт «rules PRESET».
syntax-seats-next = После «rules» идёт «seats NAME NAME …».
syntax-head-only = «{ $word }» бывает только один раз, в начале записи.
syntax-ends-too-soon = Запись кончается раньше «seats»: нужны «perudo 1», «rules PRESET» и «seats NAME NAME …».
syntax-incomplete = Чего-то не хватает, нужно так: «{ $form }».
syntax-too-much = В строке лишнее, нужно так: «{ $form }».
syntax-bad-name = «{ $word }» – не имя: имя состоит из букв, цифр, _ и -, от 1 до 24 знаков.
syntax-not-a-pair = «{ $word }» – не вида NAME:DICE.
syntax-bad-face = «{ $word }» – не номинал: на кости от 1 до 6.
syntax-bad-dice = «{ $word }» – не кости: на каждой от 1 до 6, например 11346.
syntax-bad-number = «{ $word }» – не число.
syntax-bad-action = Игрок не может сделать «{ $word }»: ставка пишется 3x4, кроме неё есть dudo, calza, maputo, pass и out.
syntax-cyrillic-x = В «{ $word }» русская буква; в ставке нужна латинская x: 3x4.
syntax-count-of-zero = «{ $word }» – ставка без костей: количество не меньше 1.
syntax-no-such-face = В «{ $word }» номинал, которого нет на кости: бывает от 1 до 6.
rules-unknown-preset = Нет правил «{ $word }»; есть { $known }.
rules-unknown-axis = Нет правила «{ $word }»; есть { $known }.
rules-not-an-axis = «{ $word }» – не вида axis=value.
rules-bad-value = «{ $axis }» не может быть «{ $value }», возможно: { $known }.
rules-repeated = «{ $axis }» задано несколько раз.
rules-calza-with-one-die = Кальза при одной кости противоречит сама себе: у кого есть кость, у того все кости, и сказать её никто не сможет.
seats-bad-name = «{ $name }» – не имя: имя состоит из букв, цифр, _ и -, от 1 до 24 знаков.
seats-twice = Два игрока с именем «{ $name }».
seats-table = Игроков { $players }, а по этим правилам играют от 2 до { $most }.

