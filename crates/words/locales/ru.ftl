## Small words

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
jokers-among = из них { $count ->
    [1] один джокер
    [2] два джокера
    [one] { number } джокер
    [few] { number } джокера
   *[many] { number } джокеров
}
counted = На столе { $count ->
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
    [none] { "" }
    [only] , и та джокер
    [both] , и обе джокеры
    [all] , и все джокеры
   *[some] , { $among }
}
list-and = { $most } и { $last }
did-you-mean = Может быть, «{ $word }»?

## The story of a game

story-rules = Правила: { $rules }.
story-seats = За столом, по часовой стрелке: { $names }.
story-dice = Кости к этому моменту: { $dice }.
story-used = Мапуто уже было: { $names }.
story-opens = Начинает { $name }.
story-lost = { $name } начинает после потери кости.
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
story-count = { $counted }.
story-loses = { $name } теряет кость{ $left ->
    [0] { " " }и выбывает.
    [few] , остаются { $dice }.
   *[other] , остаётся { $dice }.
}
story-gains = { $name } возвращает себе кость, теперь { $dice }.
story-left = { $name } выходит из игры, кости уходят в центр стола.
story-void = Раунд не засчитан: все бросают снова.
story-wins = Партию выигрывает { $name }.
story-tour = Партия { $number }: { $names } начинают со всеми костями.
standings = Выиграно партий: { $standings }.
waits-draw = Дальше жеребьёвка, по одной кости бросают: { $names }.
waits-declaring = Дальше { $name } решает, объявить мапуто (maputo) или нет (pass).
waits-rolling = Дальше все бросают кости.
waits-showing = Дальше все показывают кости.
waits-bidding = Дальше ходит { $name }: { $legal }.
legal-bids = { $bids } или больше костей того же номинала, не больше { $most }

## What the referee says

refused-legal = Можно (ходит { $name }): { $legal }.
illegal-no-such-player = За этим столом нет игрока «{ $name }».
illegal-player-is-out = У игрока { $name } в этой партии больше нет костей.
illegal-tour-over = Партия закончена, победитель — { $winner }.
illegal-wrong-phase-draw = Жеребьёвка не закончена: ещё неизвестно, кто начинает.
# Игрока могут звать «Вы».
illegal-wrong-phase-declaring = Кости ещё не брошены: сначала решается, будет ли мапуто. Ход: { $turn }.
illegal-wrong-phase-rolling = До броска всё уже решено: теперь все бросают кости.
illegal-wrong-phase-bidding = Торг уже идёт. Ход: { $turn }.
illegal-wrong-phase-showing = Торг закончен: все показывают кости.
illegal-not-your-turn = Сейчас ходит { $turn }.
illegal-count-of-zero = В ставке должна быть хотя бы одна кость.
illegal-more-than-dice-in-play = Ставка не может быть больше, чем костей в игре: { $dice }.
illegal-face-locked = В мапуто номинал не меняется: можно ставить только на { faces }.
illegal-aces-cannot-open = Раунд нельзя начинать с единиц.
illegal-aces-too-few = Перейти на единицы можно, назвав не меньше половины количества с округлением вверх: { $least }.
illegal-after-aces-too-few-double-plus-one = Уйти с единиц можно, назвав вдвое больше плюс ещё одну кость, то есть не меньше чем { $least }.
illegal-after-aces-too-few-double = Уйти с единиц можно, назвав вдвое больше, то есть не меньше чем { $least }.
illegal-face-already-called = В этом раунде уже называли «{ $called }»: при том же количестве нужен номинал выше.
illegal-bid-not-higher-plain = Это не повышает ставку «{ $standing }»: нужен номинал выше при том же количестве или большее количество любого номинала.
illegal-bid-not-higher-aces = Это не повышает ставку «{ $standing }»: назовите больше единиц или уйдите с единиц.
illegal-bid-not-higher-maputo = Это не повышает ставку «{ $standing }»: в мапуто растёт только количество.
illegal-nothing-to-doubt = В этом раунде ещё нет ставки: не верить нечему.
illegal-nothing-to-calza = В этом раунде ещё нет ставки: говорить «кальза» рано.
illegal-calza-off = В этих правилах нет кальзы.
illegal-calza-in-maputo = В мапуто нет кальзы.
illegal-calza-with-all-dice = Кальзу не может сказать тот, у кого все кости на руках ({ $dice }).
illegal-maputo-off-off = В этих правилах нет мапуто.
illegal-maputo-off-auto = По этим правилам мапуто наступает само, его не объявляют.
illegal-maputo-in-final = Когда осталось двое, мапуто нет.
illegal-maputo-three-singles = Когда осталось трое и у каждого по одной кости, мапуто нет.
illegal-maputo-needs-one-die = Мапуто объявляет только тот, у кого ровно одна кость; { $name }: { $dice }.
illegal-maputo-used = У игрока { $name } мапуто в этой партии уже было.
illegal-bad-draw-missing = { $seat } участвует в жеребьёвке, но не бросает.
illegal-bad-draw-not-in-draw = { $seat } не участвует в этом броске жеребьёвки.
illegal-bad-draw-twice = { $seat } бросает дважды.
illegal-bad-roll-wrong-dice = У игрока { $seat } { $has }, а брошено: { $rolled }.
illegal-bad-roll-missing = У игрока { $seat } { $has }, а броска нет.
illegal-bad-roll-out = У игрока { $seat } нет костей, бросать нечего.
illegal-bad-roll-twice = { $seat } бросает дважды.
illegal-bad-setup-too-many-dice = У игрока { $seat } может быть самое большее { $most }.
illegal-bad-setup-too-few-with-dice = Кости должны быть хотя бы у двоих.
illegal-bad-setup-draw-began = Расстановка заменяет жеребьёвку, а жеребьёвка уже началась.
illegal-bad-setup-twice = { $seat } упоминается дважды.
illegal-too-few-players = Для партии нужны двое, а остальные вышли из игры.

## What is wrong with a text

syntax-not-utf8 = Здесь текст не в UTF-8.
syntax-line-too-long = Эта строка слишком длинная для записи.
syntax-version-first = Запись начинается с «perudo 1».
syntax-unknown-version = Версия записи «{ $word }» неизвестна; программа читает версию 1.
syntax-rules-next = После «perudo 1» идёт «rules PRESET».
syntax-seats-next = После «rules» идёт «seats NAME NAME …».
syntax-head-only = «{ $word }» бывает только один раз, в начале записи.
syntax-ends-too-soon = Запись кончается раньше «seats»: нужны «perudo 1», «rules PRESET» и «seats NAME NAME …».
syntax-incomplete = Чего-то не хватает, нужно так: «{ $form }».
syntax-too-much = В строке что-то лишнее, нужно так: «{ $form }».
syntax-bad-name = «{ $word }» — не имя: имя состоит из букв, цифр, _ и -, от 1 до 24 знаков.
syntax-not-a-pair = «{ $word }» должно быть вида NAME:DICE.
syntax-bad-face = «{ $word }» — не номинал: на кости от 1 до 6.
syntax-bad-dice = «{ $word }» — не кости: на каждой от 1 до 6, например 11346.
syntax-bad-number = «{ $word }» — не число.
syntax-bad-action = Игрок не может сделать «{ $word }»: ставка пишется как 3x4, а кроме неё бывают dudo, calza, maputo, pass и out.
syntax-cyrillic-x = В «{ $word }» русская буква, а в ставке нужна латинская x: 3x4.
syntax-count-of-zero = «{ $word }» — ставка без костей: количество не меньше 1.
syntax-no-such-face = В «{ $word }» номинал, которого нет на кости: бывают от 1 до 6.
rules-unknown-preset = Нет правил «{ $word }»; есть { $known }.
rules-unknown-axis = Нет правила «{ $word }»; есть { $known }.
rules-not-an-axis = «{ $word }» должно быть вида axis=value.
rules-bad-value = «{ $axis }» не может быть «{ $value }», возможно: { $known }.
rules-repeated = «{ $axis }» задано несколько раз.
rules-calza-with-one-die = Кальза при одной кости невозможна: у кого есть кость, у того все кости на руках, и сказать «кальза» не сможет никто.
seats-bad-name = «{ $name }» — не имя: имя состоит из букв, цифр, _ и -, от 1 до 24 знаков.
seats-twice = Два игрока с именем «{ $name }».
seats-table = Игроков: { $players }, а по этим правилам играют от 2 до { $most }.

## The bots

bot-random = Случай
bot-random-about = делает любой ход по правилам, не глядя на кости
bot-novice = Новичок
bot-novice-about = ставит на свои кости и верит почти всему
bot-steady = Расчёт
bot-steady-about = знает точные шансы и держится их
bot-reader = Чтец
bot-reader-about = угадывает по ставкам, что у других
bot-thinker = Мыслитель
bot-thinker-about = просчитывает раунд до конца
bot-solver = Решатель
bot-solver-about = последние кости один на один играет безупречно, а до того просчитывает раунд
bot-pupil = Ученик
bot-pupil-about = видел хорошую игру, но чаще решает наугад
bot-amateur = Любитель
bot-amateur-about = через раз решает правильно
bot-regular = Завсегдатай
bot-regular-about = знает игру, но часто ошибается
bot-veteran = Ветеран
bot-veteran-about = играет хорошо, изредка ошибается
bot-expert = Знаток
bot-expert-about = играет очень хорошо, ошибается редко
bot-master = Мастер
bot-master-about = выучил всю игру за миллиарды ходов против самого себя
# A character on top of a bot: "Лиса · Новичок".
bot-character = { $character } · { $level }
bots-characters = Персонажи, у каждого своя манера. Сила любая: fox-novice, fox-master.
bot-fox = Лиса
bot-fox-about = блефует в начале раунда
bot-dog = Пёс
bot-dog-about = честен: ставит только на то, что у него есть
bot-owl = Сова
bot-owl-about = никому не верит и рано сомневается
bot-sheep = Овца
bot-sheep-about = верит почти всему и скорее поднимет, чем усомнится
bot-rooster = Петух
bot-rooster-about = начинает высоко и любит прыгать через ступеньку
bot-parrot = Попугай
bot-parrot-about = повторяет номинал за вами и добавляет одну кость
bot-wolf = Волк
bot-wolf-about = охотится на того, у кого больше всех костей, и щадит остальных
bot-magpie = Сорока
bot-magpie-about = не может устоять перед единицами

## The worth of moves

eval-best = шанс { $before } % → { $after } %: лучше хода нет
eval-better = шанс { $before } % → { $after } %: лучше { $best }, { $chance } %
eval-unknown = без оценки: слишком много костей

## A review of a game

review-title = { $rules }: { $names }
review-tour = Партия { $number }: { $winner ->
    [none] не закончена
   *[other] выигрывает { $name }
}
review-curve = Шансы каждого на победу, если знать все кости:
review-mark-best = лучший ход
review-mark-fine = хороший ход
review-mark-inaccuracy = неточность
review-mark-mistake = ошибка
review-mark-blunder = грубая ошибка
review-act-bid = «{ $bid }»
review-act-dudo = «не верю»
review-act-calza = «кальза»
review-act-maputo = «мапуто»
review-act-pass = «без мапуто»
review-cost = { $mark }, отдано очков: { $points }
review-why-standing = Ставка «{ $bid }» по костям игрока { $name } верна в { $own } { $own ->
    [one] случае
   *[other] случаях
} из 100{ $read ->
    [same] .
   *[other] , с учётом ставок — в { $read }.
}
review-why-keeps = После хода { $made } кость остаётся в { $keeps } { $keeps ->
    [one] случае
   *[other] случаях
} из 100, после хода { $other } — в { $otherkeeps }.
review-why-keeps-one = После хода { $made } кость остаётся в { $keeps } { $keeps ->
    [one] случае
   *[other] случаях
} из 100.
review-why-wins = Ход { $made } приносит победу в партии в { $wins } { $wins ->
    [one] случае
   *[other] случаях
} из 100, ход { $other } — в { $otherwins }.
review-why-perfect = Идеальная игра: { $mixture }.
review-perfect-part = { $act } в { $share } { $share ->
    [one] случае
   *[other] случаях
} из 100
review-perfect-always = всегда { $act }
review-why-turned-out = На деле на столе { $count ->
    [0] не было ни одной { $face ->
        [1] единицы
        [2] двойки
        [3] тройки
        [4] четвёрки
        [5] пятёрки
       *[6] шестёрки
    }
    [one] лежала { bid }
    [few] лежали { bid }
   *[many] лежало { bid }
}.
review-dearest = Решения, которые стоили дороже всего:
review-line = Строка { $line }, раунд { $round }, { $name }: { $act }
review-none = Ни одно решение не отдало ничего заметного.
review-players = Как решал каждый:
review-player = { $decisions ->
    [one] { $decisions } решение
    [few] { $decisions } решения
   *[many] { $decisions } решений
}, точность { $accuracy } %, отдано очков: { $points }
review-player-none = оценивать нечего
review-errors = грубых ошибок: { $blunders }, ошибок: { $mistakes }, неточностей: { $inaccuracies }
review-balance = Удача и умение, в очках шанса на победу:
review-balance-start = начало
review-balance-dice = кости
review-balance-hidden = чужие кости
review-balance-decisions = решения
review-balance-others = другие
review-balance-end = конец
review-unjudged = { $count ->
    [one] Не оценено { $count } решение
    [few] Не оценены { $count } решения
   *[many] Не оценено { $count } решений
}: об игре, где больше { $most } костей, судья ничего не знает. Шансы там — по одному числу костей.
review-unfinished = Запись кончается раньше партии.
review-nothing = В этой записи никто ничего не решал: разбирать нечего.
review-stopped = В строке { $line } запись неверна: разобрано то, что до неё.

## Odds

odds-true = верно
odds-false = неверно
odds-exact = ровно столько
odds-more-rows = { $rows ->
    [one] … и ещё { $rows } строка, где шанс
    [few] … и ещё { $rows } строки, где шанс
   *[many] … и ещё { $rows } строк, где шанс
} меньше одного на миллион

## Fair dice

verify-title = Доказательство партии { $tour } за столом «{ $table }»: { $names }.
verify-title-device = Доказательство партии { $tour } на одном устройстве: { $names }.
verify-throws = { $throws ->
    [1] Бросок { $first }
   *[other] Броски с { $first } по { $last }
}: { $draws ->
    [0] без жеребьёвки
    [one] { $draws } бросок жеребьёвки
    [few] { $draws } броска жеребьёвки
   *[many] { $draws } бросков жеребьёвки
}, { $rolls ->
    [0] без раундов
    [one] { $rolls } бросок в раундах
    [few] { $rolls } броска в раундах
   *[many] { $rolls } бросков в раундах
}, всего { $dice ->
    [one] { $dice } кость
    [few] { $dice } кости
   *[many] { $dice } костей
}.
verify-holds = Доказательство верно: каждая кость следует из звеньев, а каждое звено ведёт к своему началу цепи.
verify-version-1 = Это доказательство версии 1, оно обещает меньше: не названы игроки без костей, не отдавшие звенья, а сервер мог начинать новые цепи между бросками.
verify-links = Звенья в этих бросках:
verify-server = сервер
verify-device = устройство
verify-every-throw = звено для каждого броска
verify-no-chain = нет цепи, а значит, и звеньев
verify-took-no-part = ни костей, ни звеньев
verify-some-links = { $given ->
    [0] ни одного звена
    [one] { $given } звено
    [few] { $given } звена
   *[many] { $given } звеньев
}{ $withheld ->
    [0] , отданы все
    [1] , не отдано 1 (бросок { $list })
   *[other] , не отдано { $withheld } (броски { $list })
}{ $without ->
    [0] { "" }
    [one] , без цепи { $without } бросок
    [few] , без цепи { $without } броска
   *[many] , без цепи { $without } бросков
}
verify-alone = { $alone ->
    [one] В { $alone } броске
   *[other] В { $alone } бросках
} нет ни одного звена игроков: за эти кости ручается один сервер.
verify-alone-device = Играли на одном устройстве: оно само бросало кости, и честны они настолько, насколько честно оно. Доказательство показывает, что после броска ни одну кость не подменили.
verify-tips = Начала цепей — сравните с теми, что были показаны до бросков:
verify-tip = { $who }, с броска { $from }: { $tip }
verify-tip-ends = { $who }, с броска { $from }: цепи нет
verify-signed = Сервер подписал его ключом { $key }.
verify-unsigned = Это доказательство не подписано сервером. Квитанции рядом с ним ничего не доказывают: тот, кто его передал, мог его изменить.
verify-counted = { $count ->
    [one] { $count } звено, за которое расписался сервер, вошло в свой бросок.
    [few] { $count } звена, за которые расписался сервер, вошли в свои броски.
   *[many] { $count } звеньев, за которые расписался сервер, вошли в свои броски.
}
verify-forgotten = { $count ->
    [one] { $count } звено, за которое расписался сервер, не вошло в бросок: сервер перезапустили, и он его забыл.
    [few] { $count } звена, за которые расписался сервер, не вошли в броски: сервер перезапустили, и он их забыл.
   *[many] { $count } звеньев, за которые расписался сервер, не вошли в броски: сервер перезапустили, и он их забыл.
}
verify-elsewhere = { $count ->
    [one] { $count } квитанция о чём-то другом или от другого сервера.
    [few] { $count } квитанции о чём-то другом или от другого сервера.
   *[many] { $count } квитанций о чём-то другом или от другого сервера.
}
verify-no-receipt = { $who }: ничто не показывает, что звено было отправлено (броски: { $list }).
verify-left-out = Сервер расписался за звено игрока { $who } и не учёл его. Сервер сжульничал.
verify-left-out-of-nobody = Сервер расписался за звено, но не учёл ни его, ни того, чьё оно. Сервер сжульничал.
verify-bad-signature = Подпись доказательства ложная: сервер подписал не это.
verify-bad-receipt = Квитанция { $number } ложная: сервер её не подписывал.
verify-too-many-receipts = Квитанций больше { $most }.
verify-seen-key = Сервер назвал игроку ключ { $key }, которого нет среди ключей доказательства.
verify-record = Жеребьёвка и броски в { $file } те же, что в доказательстве.
verify-seen = { $throws ->
    [one] { $throws } бросок совпадает
    [few] { $throws } броска совпадают
   *[many] { $throws } бросков совпадают
} с { $file }: начала цепей, звенья и кости те же, что были показаны игроку.
verify-none = ничего
verify-at = бросок { $throw }
verify-bad-table = Имя стола — от 1 до { $most } видимых знаков ASCII.
verify-bad-size = В доказательстве от 1 до { $most } бросков, а здесь { $throws }.
verify-bad-list = В «{ $list }» записей: { $found }, а мест за столом: { $seats }.
verify-bad-tips = Начало цепи с броска { $from } стоит не по порядку или не относится к этой партии.
verify-not-contiguous = Здесь должен быть бросок { $expected }.
verify-late-draw = Эта жеребьёвка идёт после костей раунда.
verify-bad-round = Бросок костей называет свой раунд, тот же или следующий; жеребьёвка не называет никакого.
verify-too-many-dice = Костей слишком много, { $dice }: один игрок бросает не больше { $most }.
verify-no-dice = Никто не бросает ни одной кости.
verify-bad-withheld = Список неотданных звеньев не по возрастанию или называет место, которого нет.
verify-no-tip = Звено есть, но начало его цепи не опубликовано.
verify-nothing-to-withhold = Сказано, что звено не отдано, но начало его цепи не опубликовано.
verify-no-part = Выбывший игрок в бросках не участвует, а здесь сказано, что он отдал звено или не отдал его.
verify-link-missing = Звена нет, и не сказано, что оно не отдано.
verify-link-and-withheld = Звено есть, но сказано, что оно не отдано.
verify-sealed = Закрытых бросков, кости которых до показа знал только сам игрок: { $sealed }. Из них так и не показано, потому что раунд не засчитан: { $unseen }.
verify-unshown = { $name } не показывает кости этих бросков и выбывает, по словам сервера: { $throws }.
verify-closed-missing = Закрытого звена нет, хотя другие свои открыли.
verify-nothing-to-show = Есть закрытое звено игрока без костей.
verify-bad-unshown = Список не показавших кости не по возрастанию, называет игрока без костей или стоит там, где показали все.
verify-chain-too-long = Начало цепи слишком старое: в цепи не больше { $most } звеньев.
verify-broken-chain = Звено не ведёт к тому, что было известно раньше: его хеш должен быть { $expected }, а он { $found }.
verify-wrong-dice = Кости не следуют из звеньев: из звеньев выходит { $expected }, а в доказательстве { $found }.
verify-record-names = В записи за столом сидят { $names }.
verify-record-tour = Партий в записи: { $tours }, а доказательство — для партии { $tour }.
verify-record-kind = В доказательстве здесь { $proof }, а в записи { $record }.
verify-record-round = По доказательству это раунд { $proof }, а по записи { $record }.
verify-record-dice = В доказательстве { $proof }, а в записи { $record }.
verify-record-length = Бросков в доказательстве: { $proof }, а в записи: { $record }.
verify-seen-table = Игрок был за другим столом, «{ $table }».
verify-seen-nothing = Игрок не видел ни одного броска этой партии: сравнивать нечего.
verify-seen-throw = Игрок видел этот бросок, а в доказательстве его нет.
verify-seen-tip = В доказательстве начало цепи { $proof }, а игроку показали { $seen }.
verify-seen-link = В доказательстве звено { $proof }, а игроку показали { $seen }.
verify-seen-dice = В доказательстве { $proof }, а игроку показали { $seen }.

## What a client finds wrong while it plays

witness-late-tip = Начало цепи ({ $who }) будто бы действует с броска { $from }, но показано уже после того, как попросили звенья для броска { $asked }. Тот, кто знает чужие звенья, может подобрать под них цепь.
witness-changed-tip = Начало цепи ({ $who }) для броска { $throw } раньше было { $before }, а теперь { $now }.
witness-early-chain = Сервер начинает новую цепь с броска { $from }, хотя прежняя ещё не кончилась.
witness-no-server-tip = Для броска { $throw } сервер не показал начала цепи.
witness-wrong-throw = Следующий бросок — { $expected }, а сервер говорит о броске { $found }.
witness-given-before = Для броска { $throw } или более позднего уже отдано другое звено.
witness-reused-tip = Сервер говорит, что прежнее начало вашей цепи действует заново, и просит для броска { $throw } звено, которое всем уже известно. Вы его не отдали.
witness-no-receipt = Сервер обещал расписываться за звенья, но за ваши последние, до броска { $throw }, квитанций не прислал. Больше звеньев он не получит.
witness-not-opened = Сервер не открыл звенья броска { $throw }.
witness-other-links = Бросок { $throw } будто бы зависел не от тех звеньев, что открыты.
witness-link-missing = В броске { $throw } нет звена ({ $who }), и не сказано, что оно не отдано.
witness-no-tip = В броске { $throw } названо звено ({ $who }), хотя начало его цепи не показано.
witness-no-part = В броске { $throw } названо звено ({ $who }), хотя этот игрок выбыл и в броске не участвует.
witness-broken-chain = Звено ({ $who }) в броске { $throw } не ведёт к показанному раньше: его хеш должен быть { $expected }, а он { $found }.
witness-foreign-link = В броске { $throw } от вашего имени стоит звено, которого вы не отдавали.
witness-left-out = Ваше звено для броска { $throw } приняли, а кости бросили без него.
witness-false-signature = Подпись сервера ложная: то, за что он расписался, ничего не доказывает.
witness-rewritten-log = Открытый журнал начал цепей на сервере не тот, что этот браузер видел раньше: сервер может показывать разным людям разные начала.
witness-other-logged-tip = Начало цепи, которое сервер показал здесь для бросков с { $from }, не то, что в его открытом журнале: сервер может показывать разным людям разные начала.
witness-wrong-cup = Кости ({ $who }) в броске { $throw } будто бы следуют из закрытой цепи, которую для них не объявляли.
witness-went-on = Сервер велел показать кости броска { $throw }, а торг пошёл дальше: ваши кости в этом раунде ему, возможно, известны.
witness-wrong-dice = Кости ({ $who }) в броске { $throw } не следуют из звеньев: из звеньев выходит { $expected }, а сервер показал { $found }.

## The rules in sentences

rules-title = Перудо: правила «{ $rules }»
rules-section-game = Игра
rules-section-round = Раунд
rules-section-bidding = Ставки
rules-section-showdown = Сомнение и показ костей
rules-section-maputo = Мапуто
rules-section-end = Конец игры и всё остальное
rules-diff-title = «{ $first }» и «{ $second }»
rules-diff-same = «{ $first }» и «{ $second }» — одни и те же правила.

axis-players = { $players ->
    [2] Играют двое.
   *[other] Играют от 2 до { $players } человек.
}
rule-best-table = Лучше всего втроём, вчетвером или впятером.
axis-dice = В начале партии под стаканом у каждого { $dice }.
rule-goal = Цель — сохранить свои кости: партию выигрывает последний, у кого они остались.
rule-draw = Чтобы решить, кто начинает, каждый открыто бросает одну кость; начинает тот, у кого выпало больше. Если больше всего сразу у нескольких, снова бросают только они.
rule-roll = Все встряхивают кости, переворачивают стаканы на стол и смотрят только на свои кости.
rule-clockwise = Первую ставку делает тот, кто начинает, дальше ходят по часовой стрелке.
rule-bid = Ставка — это одно количество и один номинал, и говорит она о костях под всеми стаканами вместе: «пять шестёрок» значит, что на столе не меньше пяти шестёрок.
rule-jokers = Единицы (тузы) — джокеры: при подсчёте они заменяют названный номинал; но если ставка на сами единицы, считаются только единицы.
rule-choices = В свой ход нужно повысить ставку предыдущего игрока или не поверить ей; у того, кто начинает раунд, ставки перед ним ещё нет, и он её делает.
rule-choices-with-calza = В свой ход можно повысить ставку предыдущего игрока, не поверить ей или сказать, что она точна («кальза»); у того, кто начинает раунд, ставки перед ним ещё нет, и он её делает.
axis-open-aces-no = Раунд нельзя начинать с единиц.
axis-open-aces-no-with-maputo = Раунд нельзя начинать с единиц, кроме мапуто.
axis-open-aces-yes = Раунд можно начинать с любого номинала, в том числе с единиц.
axis-open-aces-yes-with-maputo = { axis-open-aces-yes }
rule-raise = Повысить — значит назвать номинал выше при том же количестве или большее количество любого номинала: после «трёх пятёрок» годятся и «три шестёрки», и «четыре двойки», а «три четвёрки» — нет.
rule-to-aces = Переходя на единицы, достаточно назвать половину количества с округлением вверх: и после «пяти пятёрок», и после «шести шестёрок» хватит «трёх единиц».
rule-after-aces = После ставки на единицы называют больше единиц или уходят с единиц на другой номинал.
axis-leave-aces-double-plus-one = Чтобы уйти с единиц, нужно назвать вдвое больше плюс ещё одну кость любого номинала: после «двух единиц» — не меньше «пяти двоек».
axis-leave-aces-double = Чтобы уйти с единиц, нужно назвать хотя бы вдвое больше: после «двух единиц» годятся «четыре шестёрки». Если такое количество в этом раунде уже называли, номинал должен быть выше самого высокого, названного с ним: после «шести троек» и «трёх единиц» годятся «шесть четвёрок», но не «шесть троек» и не «шесть двоек».
rule-limit = Ставка не может быть больше, чем костей у всех игроков вместе.
rule-doubt = Не поверить может только тот, чей ход, то есть следующий за сделавшим ставку; тогда все поднимают стаканы и считают подходящие кости.
rule-loss = Если их меньше, чем в ставке, кость теряет тот, кто её сделал; если столько же или больше — тот, кто не поверил.
rule-centre = Потерянная кость кладётся в центр стола и лежит там на виду до конца партии.
rule-opens-next = Следующий раунд начинает потерявший кость; кто потерял последнюю, выбывает, и начинает следующий по часовой стрелке, у кого есть кости.
axis-calza-off = Кальзы нет: ставку можно только повысить или не поверить ей.
axis-calza-on = Кальза: в свой ход можно сказать, что костей ровно столько, сколько в ставке, не больше и не меньше; тогда все поднимают стаканы.
rule-calza-exact = Если ровно столько, сказавший «кальза» берёт кость обратно из центра, иначе теряет кость; в обоих случаях следующий раунд начинает он, если у него ещё есть кости.
rule-calza-refused = Кальзу не может сказать тот, у кого все кости на руках ({ $dice }).
rule-calza-refused-with-maputo = Кальзу нельзя сказать в мапуто; не может её сказать и тот, у кого все кости на руках ({ $dice }).
axis-maputo-off = Раундов мапуто нет.
axis-maputo-auto = Если у проигравшего раунд остаётся ровно одна кость, следующий раунд автоматически становится мапуто.
axis-maputo-declared = Тот, у кого ровно одна кость, может до броска объявить следующий раунд мапуто.
rule-maputo-asked = Тех, кто вправе объявить мапуто, спрашивают по часовой стрелке от начинающего; первый объявивший решает дело. Кто начинает раунд, от этого не меняется.
rule-maputo-after = Если у проигравшего мапуто осталось больше одной кости, дальше обычный раунд; если одна — дальше уже его собственное мапуто.
rule-maputo-aces = В мапуто единицы — не джокеры, и начинать с них можно.
rule-maputo-face = В мапуто номинал не меняется, растёт только количество: после «одной шестёрки» следующий называет две шестёрки или больше либо не верит.
axis-maputo-limit-once = Мапуто у каждого игрока бывает не больше одного раза за партию.
axis-maputo-limit-none = Мапуто у игрока может быть сколько угодно раз за партию.
axis-maputo-three-singles-no = Если осталось ровно трое и у каждого по одной кости, мапуто нет.
axis-maputo-three-singles-yes = Если осталось ровно трое и у каждого по одной кости, мапуто всё равно бывает.
axis-maputo-final-no = Когда осталось двое, мапуто нет, даже если у кого-то одна кость.
axis-maputo-final-yes = Когда осталось двое, мапуто всё равно бывает.
rule-win = Партия идёт, пока кости не останутся у одного игрока: он и победил.
rule-final = Раунд, в котором осталось двое, называется финалом.
rule-askew = Кость, вставшую на ребро или на другую кость, перебрасывают, сначала показав остальным почему.
rule-touching = Кто делает с костями под стаканом что-то ещё, удаляется из игры.
rule-leaving = Если кто-то выходит или удалён посреди раунда, раунд не засчитывается: остальные ничего не теряют, кости вышедшего уходят в центр, все бросают снова, и начинает тот же игрок (если вышел он — следующий по часовой стрелке).
rule-leaving-with-maputo = { rule-leaving } Раунд начинается заново: мапуто при этом не тратится, и о нём спрашивают снова.
rule-tours = В матче может быть несколько партий: в каждой своя жеребьёвка, и все, кто ещё в игре, начинают со всеми костями.
rule-tours-with-maputo = { rule-tours } Право на мапуто в каждой партии тоже новое.

## What a table or a server refuses

refused-not-host = Это может делать только хозяин стола.
refused-not-joined = Сначала представьтесь за этим столом.
refused-not-playing = Вы не участвуете в этой партии.
refused-already-joined = Вы уже за этим столом.
refused-bad-name = В имени от 1 до 24 букв, цифр, пробелов, знаков _ или -.
refused-name-taken = За этим столом уже есть такое или очень похожее имя: выберите другое.
refused-no-such-chair = За столом нет такого места.
refused-chair-taken = Это место занято.
refused-table-full = За этим столом больше нет места.
refused-locked = Хозяин стола закрыл вход: новые люди сесть не могут.
refused-came-first = Вы только замещаете хозяина стола: тех, кто пришёл раньше вас, вы не можете ни удалить, ни лишить слова.
refused-removed = Хозяин стола удалил вас.
refused-no-such-person = За столом нет такого человека.
refused-no-such-bot = Нет бота «{ $level }»: выберите из { $known }.
refused-while-playing = Это можно делать только между партиями.
refused-people-play = У кого-то из людей ещё есть кости: перейти к концу можно, когда останутся одни боты.
refused-too-few-players = Нужно хотя бы двое: пригласите кого-нибудь или добавьте бота.
refused-chat-off = Чат выключен, или хозяин стола лишил вас слова.
refused-bad-text = В сообщении от 1 до 200 знаков в одну строку; реакции называют по именам.
refused-bad-link = Это звено не из вашей цепи или не для следующего броска.
refused-chains-needed = За закрытым столом кости каждого игрока делает его программа, а эта так не умеет: нужна новее.
refused-no-bots = За этим столом ботов нет: их кости видел бы сервер.
refused-already = Уже так и есть.
refused-stale = Пока команда шла, за столом всё изменилось, и она не выполнена: посмотрите и решите заново.
refused-closed = Этот стол закрыт.
refused-too-old = Команда слишком старая, чтобы знать, была ли она выполнена: посмотрите на стол и решите заново.
refused-storage-down = Сервер сейчас не может ничего сохранить. Ничего не потеряно; игра продолжится сама.
refused-protocol = Сервер говорит на другой версии протокола: обновите программу.
refused-bad-guest = Секрет гостя — 32 шестнадцатеричные цифры.
refused-hello-first = Первым сообщением должно быть hello.
refused-hello-twice = Hello уже было сказано.
refused-too-chatty = Чуть помедленнее: одно сообщение в секунду.
refused-too-many-commands = Слишком много сразу: подождите немного.
refused-bad-speed = Скорость — instant, quick, normal или slow.
refused-bad-dice = Кости бывают open, sealed или sealed-bots.
refused-dice-are-settled = Закрыты ли кости, решают при создании стола: создайте новый.
refused-bad-seats = По этим правилам за столом от 2 до { $most } мест.
refused-bad-tours = В матче от 1 до { $most } партий.
refused-bad-turn = На решение даётся от { $least } до { $most } секунд, 0 — без ограничения.
refused-bad-bank = В запасе времени не больше { $most } секунд.
refused-no-such-place = По этому адресу ничего нет.
refused-not-that-way = К этому адресу обращаются другим методом: см. /api/openapi.json.
refused-foreign-origin = Страницы других сайтов не могут пользоваться этим сервером.
refused-too-slow = Это заняло слишком много времени: попробуйте ещё раз.
refused-too-many-requests = Слишком много запросов: подождите немного.
refused-no-table = Такого стола нет, или он закрыт.
refused-no-tour = Такой партии нет.
refused-no-spectators = За этим столом нельзя наблюдать: сядьте, чтобы его увидеть.
refused-too-many-tables = Уже открыто слишком много столов.
refused-too-many-connections = С этого адреса слишком много соединений.
refused-restarting = Сервер перезапускается: вернитесь через минуту.
refused-moving = Стол как раз переезжает на другой сервер: попробуйте ещё раз через мгновение.
refused-busy = Сейчас запрашивают слишком много партий: попробуйте чуть позже.
refused-unreadable-log = Журнал этого стола не читается. Сообщите тому, кто ведёт сервер.
refused-no-such-head = В журнале начал цепей никогда не было столько записей.

## The page

web-you = Вы
web-you-name = Вы
web-you-open = Вы начинаете.
web-you-declare = Вы объявляете мапуто.
web-you-pass = Вы не объявляете мапуто.
web-you-doubt = Вы: «Не верю!»
web-you-calza = Вы: «Кальза!»
web-you-lose = Вы теряете кость{ $left ->
    [0] { " " }и выбываете.
    [few] , остаются { $dice }.
   *[other] , остаётся { $dice }.
}
web-you-gain = Вы возвращаете себе кость, теперь { $dice }.
web-you-left = Вы выходите из игры, кости уходят в центр стола.
web-a-bot = бот
web-the-host = хозяин стола
web-has-the-turn = ходит
web-turn-title = Ваш ход – Перудо
web-turn-notice = Ваш ход
web-you-tag = это вы
web-menu = Меню
web-help = Помощь и клавиши
web-rules = Правила
web-face = Ваш аватар
web-face-other = Другой
web-face-of-name = По имени
web-face-about = Выбранный аватар видите только вы, остальные видят тот, что подходит к вашему имени.

web-together-about = Несколько человек, один телефон. Кости каждого скрыты, пока телефон не у него в руках.

web-person = Игрок { $number }
web-add-person = Ещё игрок
web-bots-too = Добавить ботов
web-bots-at-once = Боты с самого начала
web-begin = Начать
web-create = Открыть стол
web-seats = Места
web-tours = Партий в матче
web-clock = Время на ход
web-bots-pace = Темп ботов
web-no-clock = Без ограничения
web-seconds = { $count ->
    [one] { $count } секунда
    [few] { $count } секунды
   *[many] { $count } секунд
}
web-hints = Игрокам можно видеть шансы
web-public = Открыт для всех
web-spectators = Можно смотреть
web-opponents = Соперники
web-strength = Насколько сильные?
web-strength-novice = Новички
web-strength-novice-about = Играют недавно: у каждого своя манера, и верят почти всему.
web-strength-steady = Любители
web-strength-steady-about = Знают шансы, и у каждого своя манера, которую можно разгадать.
web-strength-reader = Опытные
web-strength-reader-about = Знают шансы и читают ваши ставки.
web-strength-thinker = Сильные
web-strength-thinker-about = Читают ваши ставки и просчитывают раунд до конца.
web-strength-master = Мастера
web-strength-master-about = Учились на миллиардах ходов. Победить очень трудно.
web-strength-mixed = Удивите меня
web-strength-mixed-about = Разная компания: кто-то новичок, кто-то силён.
web-bot-level = Какой бот
web-bot-by-name = Выбрать бота по имени
web-new-game = Новая игра

web-table = Стол
web-the-table = Стол
web-watching = { $count ->
    [one] { $count } зритель
    [few] { $count } зрителя
   *[many] { $count } зрителей
}
web-connecting = Соединяемся…
web-reconnecting = Связь потеряна. Восстанавливаем…
web-bots-unlearnt = Не удалось загрузить то, чему научены эти боты. Они играют без этого, слабее.
web-storage-down = Сервер сейчас ничего не может сохранить. Ничего не потеряно, игра продолжится сама.
web-no-table = Такого стола нет, или он уже закрыт.
web-no-spectators = За этим столом нельзя наблюдать, не сев за него.
web-full = За этим столом уже слишком много зрителей. Попробуйте позже.
web-other-version = Страница устарела и загружается заново.
web-table-closed = Стол закрыт.
web-table-closed-for = Стол закрыт: { $reason }

web-join-title = Сесть за стол
web-join-queue = Сейчас идёт партия: место будет в следующей.
web-join-full = Все места заняты людьми: придётся подождать.
web-sit-down = Сесть
web-watch = Просто смотреть
web-you-watch = Вы наблюдаете.

web-lobby = За столом
web-empty-chair = свободно
web-remove = Убрать: { $name }
web-remove-short = Убрать
web-add-bot = Добавить бота
web-start = Начать
web-start-needs-two = Нужны хотя бы двое: позовите кого-нибудь или добавьте бота.
web-waits-for-host = Игру начнёт хозяин стола: { $name }.
web-invite = Позвать друзей
web-link = Ссылка
web-copy-link = Скопировать ссылку
web-copied = Скопировано
web-share = Поделиться…
web-qr = Ссылка в виде QR-кода
web-how-it-is-played = Как играем
web-rules-in-full = Полные правила
web-change-settings = Изменить
web-apply = Играть так
web-summary-rules = Правила: { $rules }
web-summary-tours = { $count ->
    [1] Одна партия
    [one] Матч из { $count } партии
   *[other] Матч из { $count } партий
}
web-summary-clock = На ход { $turn } с и ещё { $bank } с запаса на партию
web-summary-no-clock = Без ограничения времени
web-summary-hints = Игрокам можно видеть шансы
web-summary-public = Открыт для всех
web-summary-private = Только по ссылке
web-summary-no-spectators = Смотреть нельзя

web-bids = Ставки
web-no-bids = Ставок ещё нет.
web-story = Ход игры
web-bid-by = { $name }: { $bid }
web-draw = Жеребьёвка: кто начинает?
web-draw-shown = Начинает тот, у кого больше.
web-declaring = Мапуто?
web-turn-open = Ваш ход: вы начинаете раунд.
web-turn-bid = Ваш ход: повысьте ставку или не верьте ей.
web-turn-declare = Ваш ход: объявите мапуто?
web-rolling = Бросаем кости…
web-dice = Кто видит кости?
web-dice-open = Судит сервер
web-dice-open-about = Кости бросает сервер и видит их все; потом каждый может проверить, что они честные.
web-dice-sealed = Закрытый: только сам игрок
web-dice-sealed-about = Закрытый стол: кости каждого делает его собственное устройство, и до показа их не видит даже сервер. Кто не сможет показать свои, выбывает.
web-dice-sealed-bots = Закрытый, с ботами
web-dice-sealed-bots-about = Закрытый стол: до показа ничьих костей не видит даже сервер, кроме костей своих ботов. Кто не сможет показать свои, выбывает.
web-sealed = закрытый
web-seen-by-server = видит сервер
web-you-not-shown = Ваши кости не были показаны вовремя, и вы выбыли из этой партии. Садитесь за стол к следующей.
web-dice-elsewhere = Ваши кости этого раунда на другом устройстве: откройте стол там, иначе их не показать.
web-showing = Все поднимают стаканы.
web-in-play = { $count ->
    [one] { $count } кость в игре
    [few] { $count } кости в игре
   *[many] { $count } костей в игре
}
web-lost-dice = { $count ->
    [0] потерянных костей нет
    [one] потеряна { $count } кость
    [few] потеряны { $count } кости
   *[many] потеряно { $count } костей
}
web-kind-maputo = Мапуто
web-kind-maputo-about = Единицы — не джокеры, номинал не меняется.
web-kind-final = Финал
web-kind-final-about = Остались двое.
web-nothing-lost = Никто не теряет кость.
web-verdict-true = { $counted }: { $you ->
    [caller] ставка верна, а вы не поверили.
    [bidder] ваша ставка верна, а { $caller } не верит.
   *[none] ставка верна, а { $caller } не верит.
}
web-verdict-false = { $counted }: { $you ->
    [caller] вы не поверили — и правы.
    [bidder] ваша ставка слишком высока.
   *[none] ставка слишком высока.
}
web-verdict-exact = { $counted }: ровно столько, сколько в ставке.
web-verdict-not-exact = { $counted }, а в ставке { $bid }: кальза не удалась.
web-rush = Сразу к концу
web-skip = Пропустить
web-continue = Дальше
web-your-dice = Ваши кости: { $dice }
web-your-dice-hidden = Под вашим стаканом пока нет костей.
web-you-have = У вас { $dice }
web-you-are-out = Вы выбыли из этой партии
web-late = опаздывает
web-gone = нет связи
web-offline = не в сети
web-waits-offline = { $name }: нет связи…
web-waits-for = Думает { $name }…
web-bot-plays-for-you = За вас играет бот.
web-i-am-back = Я снова здесь
web-choose-face = Номинал
web-face-from = от «{ $bid }»
web-face-not = { $face }: сейчас назвать нельзя. Почему?
web-count = Сколько
web-fewer = На одну меньше
web-raise-count = На одну больше
web-bid = Ставлю: { $bid }
web-dudo = Не верю!
web-calza = Кальза: ровно!
web-declare-maputo = Объявить мапуто
web-no-maputo = Без мапуто
web-certain-title = Вы уверены?
web-certain-loss = Уже по вашим костям видно: это будет стоить вам кости.
web-certain-back = Ещё подумаю
web-certain-go = Да, всё равно

web-you-won = Вы выиграли!
web-lost-kindly = Хорошая игра! В следующий раз повезёт.
web-wins = { $count ->
    [one] { $count } победа
    [few] { $count } победы
   *[many] { $count } побед
}
web-tours-played = Партия { $played } из { $tours }
web-next-tour = Следующая партия
web-rematch = Сыграть ещё
web-review-game = Разобрать партию
web-host-goes-on = Что дальше, решает хозяин стола.
web-download-record = Скачать запись партии
web-download-proof = Скачать доказательство бросков
web-no-record = Законченных партий пока нет.

web-fair = Честные кости
web-fair-sign = { $checked ->
    [0] Честные кости: проверять пока нечего
    [one] Честные кости: проверен { $checked } бросок, всё верно
    [few] Честные кости: проверено { $checked } броска, всё верно
   *[many] Честные кости: проверено { $checked } бросков, всё верно
}
web-fair-checked = { $checked ->
    [0] Ни один бросок ещё не проверен.
    [one] Проверен { $checked } бросок: каждое звено и каждая кость верны.
    [few] Проверено { $checked } броска: каждое звено и каждая кость верны.
   *[many] Проверено { $checked } бросков: каждое звено и каждая кость верны.
}
web-fair-unused = { $unused ->
    [one] В { $unused } броске
   *[other] В { $unused } бросках
} нет вашего звена: оно опоздало, или сервер его пропустил.
web-fair-wrong = Кости нечестные.
web-fair-what-now = Сохраните файл: в нём то, что вам показал сервер. После партии «perudo verify» сравнит его с доказательством костей.
web-fair-about = Для каждого броска сервер и все за столом дают по звену цепи, которую выбрали заранее, и кости следуют из всех звеньев вместе. Ваш браузер проверяет это сам.
web-fair-tips = Начала цепей — сравните с тем, что видят другие
web-fair-save = Сохранить то, что показал сервер
web-side = Ставки и ход игры
web-side-chat = Ставки, ход игры и чат
web-side-unread = Ставки, ход игры и чат: новое сообщение
web-chat = Чат
web-chat-off = Чат выключен.
web-chat-on = Чат включён.
web-say = Написать сообщение
web-send = Отправить
web-emotes = Реакция
web-emote-laugh = смех
web-emote-wow = удивление
web-emote-think = раздумье
web-emote-clap = аплодисменты
web-emote-sad = грусть
web-emote-angry = гнев
web-emote-luck = удачи!
web-emote-bluff = «это блеф!»
web-emoted = { $name }: { $feeling }.
web-people = Люди
web-place-chair = играет
web-place-queue = ждёт места
web-place-watching = смотрит
web-played-by-bot = играет бот
web-mute = Скрыть сообщения
web-unmute = Показать сообщения
web-mute-name = Скрыть сообщения: { $name }
web-silence = Лишить слова
web-unsilence = Дать слово
web-silence-name = Лишить слова или снова дать его: { $name }
web-make-host = Сделать хозяином
web-make-host-name = Сделать хозяином стола: { $name }
web-switch-chat-off = Выключить чат
web-switch-chat-on = Включить чат
web-lock = Закрыть вход
web-unlock = Открыть вход
web-locked = Вход закрыт: новые люди сесть не могут.
web-unlocked = За стол снова может сесть каждый, у кого есть ссылка.
web-barred = Удалённые
web-unbar = Впустить снова
web-unbar-name = Снова впустить: { $name }
web-unbarred = { $name } снова может прийти.
web-host-part = Хозяину стола
web-other-device = Другое устройство
web-other-device-about = Кто откроет эту ссылку, тот станет вами: играйте по ней с телефона и никому её не показывайте.
web-show-device-link = Показать ссылку
web-leave = Уйти из-за стола
web-leave-title = Выйти из игры?
web-leave-costs = У вас { $dice }. Если выйти сейчас, вы потеряете их все и выбудете из этой партии, а раунд начнётся заново без вас.
web-leave-instead = Нужно отойти ненадолго? Нажмите ‹ наверху: место останется за вами, за вас сыграет бот, а вернуться можно с главной страницы.
web-leave-instead-sealed = Нужно отойти ненадолго? Нажмите ‹ наверху, но возвращайтесь скорее: за закрытым столом никто не покажет ваши кости за вас.
web-leave-stay = Остаться
web-leave-go = Всё равно выйти
web-step-away-title = Отойти от стола?
web-step-away-costs = Ваши кости может показать только это устройство. Вернитесь к показу костей: не покажете вовремя — выбудете из партии.
web-step-away-go = Отойти

web-hand-over = Передайте телефон: { $name }
web-hand-over-about = Остальные, пожалуйста, отвернитесь.
web-i-am = Это я, { $name }

web-came = { $name } садится за стол.
web-came-to-watch = { $name } приходит посмотреть.
web-left = { $name } уходит.
web-you-get-up = Вы уходите.
web-not-shown = { $name } не показывает кости и выбывает из игры. Раунд не засчитан.
web-removed = Хозяин стола удаляет игрока { $name }.
web-seated = { $name } занимает место.
web-new-host = Теперь хозяин стола { $name }.
web-settings-changed = Хозяин стола меняет условия игры.
web-tour-begins = Начинается партия { $number }.
web-you-rolled = У вас выпало: { $dice }.
web-all-rolled = Все бросили кости.
web-away-late = Время игрока { $name } вышло: за него играет бот.
web-away-gone = { $name } не на связи: играет бот.
web-back = { $name } снова здесь.
web-skipped = Остались одни боты: дальше игра пройдёт быстро.

web-help-game = Называйте, сколько костей одного номинала лежит под всеми стаканами вместе. Единицы (звёзды) — джокеры. Повышайте ставку или не верьте ей: кто неправ, теряет кость.
web-keys = Клавиши
web-key-face = выбрать номинал
web-key-count = больше, меньше
web-key-turn = другой номинал
web-key-bid = поставить
web-key-dudo = не верю
web-key-calza = кальза
web-key-maputo = объявить мапуто или нет
web-key-skip = пропустить показ костей
web-key-help = эта справка

web-guide-draw = Сначала каждый бросает одну кость: начинает тот, у кого больше.
web-guide-dice = Это ваши кости, никто больше их не видит. { $wild ->
    [yes] Звезда — это единица, джокер: она считается за любой номинал.
   *[no] Звезда — это единица; в этом раунде она не джокер.
}
web-guide-open = Вы начинаете. Выберите номинал и скажите, сколько таких костей, по-вашему, под всеми стаканами вместе{ $wild ->
    [yes] , считая звёзды.
   *[no] .
}
web-guide-bid = { $you ->
    [yes] Вы говорите
   *[no] { $name } говорит
}: под всеми стаканами вместе не меньше чем { $bid }{ $wild ->
    [yes] , считая звёзды.
   *[no] .
}
web-guide-answer = Верна ли ставка «{ $bid }»? { $own ->
    [0] У вас таких нет
    [1] У вас подходит { $own }
   *[other] У вас подходят { $own }
}{ $own ->
    [0] { "" }
   *[other] { $wild ->
        [yes] , считая звёзды
       *[no] { "" }
    }
}; { $others ->
    [1] чужая кость только одна и подходит один раз из { $one-in ->
        [3] трёх
       *[6] шести
    }
   *[other] из чужих костей ({ $others }) подходит примерно каждая { $one-in ->
        [3] третья
       *[6] шестая
    }{ $more ->
        [0] { "" }
       *[other] , то есть около { $more }
    }
}. Повысьте ставку или скажите «Не верю!».
web-guide-answer-true = Ставка «{ $bid }» верна: { $own ->
    [1] у вас самих подходит { $own }
   *[other] у вас самих подходят { $own }
}{ $wild ->
    [yes] , считая звёзды
   *[no] { "" }
}. Повысьте её.
web-guide-showdown = Стаканы подняты, кости считают. Если их меньше, чем в ставке, кость теряет тот, кто её сделал; если столько же или больше — тот, кто не поверил.
web-guide-showdown-calza = Стаканы подняты, кости считают. Если их ровно столько, сколько в ставке, сказавший «кальза» возвращает себе кость, иначе теряет.
web-guide-go-on = Кто потерял кость, начинает следующий раунд. Кто остался без костей, выбывает; последний побеждает.
web-guide-skip = Спасибо, не нужно
web-guide-done = Понятно
web-meet-maputo = Особый раунд, мапуто: единицы — не джокеры, а номинал первой ставки не меняется, растёт только количество. Подходит примерно каждая шестая кость.
web-meet-declaring = У вас осталась одна кость, и вы можете объявить мапуто: единицы не будут джокерами, а номинал первой ставки никто не сможет менять. Или играйте как обычно.
web-meet-calza = Думаете, что костей ровно столько, сколько в ставке? Скажите «Кальза!»: угадали — вернёте потерянную кость, ошиблись — потеряете ещё одну.

## Страница: чего стоили решения в партии

web-analysis = Разбор
web-analysis-running = Партия разбирается…
web-analysis-done = Разбор готов.
web-analysis-cancelled = Разбор остановлен.
web-analysis-go-on = Разобрать партию
web-analysis-failed = Посчитать это здесь не удалось: в первый раз нужна связь, и всегда — современный браузер.
web-analysis-soon = До этого решения разбор ещё не дошёл.
web-analysis-curve = Шансы каждого на победу от начала до конца, если знать все кости
web-analysis-chances = Шансы на победу в этот момент
web-analysis-accuracy = Точность
web-analysis-accuracy-yours = Ваша точность: { $accuracy }
web-analysis-points = −{ $points } очка
web-analysis-none-yours = Ни одно ваше решение не отдало ничего заметного.
web-analysis-dearest-yours = Что стоило вам дороже всего
web-analysis-dearest = Что стоило дороже всего
web-analysis-dear-yours = Раунд { $round }: { $act }
web-analysis-dear = Раунд { $round }, { $name }: { $act }
web-analysis-decision = Чего стоило это решение
web-analysis-alternatives = Лучшие ходы и тот, что был сделан
web-analysis-action = Ход
web-analysis-wins = Победа
web-analysis-keeps = Кость цела
web-analysis-played = сыграно
web-analysis-try = Сыграть иначе
web-analysis-next = К следующей ошибке
web-analysis-players = Как решал каждый
web-analysis-all = Все решения
web-decimal = ,
web-luck = Удача и умение
web-luck-about = Куда ушли шансы каждого на победу, в очках. Кости — жеребьёвка и броски. Чужие кости — что вышло из собственных решений из-за чужих костей. Решения — чего они стоили по тому, что можно было знать. Другие — что сделали остальные. Начало и всё остальное в сумме дают конец.
web-luck-tour = Партия { $number }
web-same-dice = Те же кости у Мастера
web-same-dice-about = Партия играется ещё сто раз: кости те же, насколько они известны, и за всех играет Мастер.
web-same-dice-seat = Чьи кости
web-same-dice-tour = Какая партия
web-same-dice-go = Сыграть ещё раз
web-same-dice-result = С костями игрока { $name } Мастер выигрывает { $wins } из { $games }: шанс от { $low } до { $high } % (с надёжностью 95 %). В начале партии он был { $start }.
web-same-dice-refused = Эту партию нельзя сыграть ещё раз: в ней никто не сделал ни одного хода или слишком много костей — с таким числом Мастер играть не учился.
web-luck-games-about = Что дали и отняли удача и ваши решения, партия за партией, в очках шанса на победу. Удача со временем уравнивается, решения накапливаются.
web-luck-review-all = { $count ->
    [one] Разобрать ещё { $count } партию
    [few] Разобрать ещё { $count } партии
   *[other] Разобрать ещё { $count } партий
}
web-luck-left = Осталось: { $count }
web-luck-games = { $games ->
    [one] Разобрана { $games } партия
    [few] Разобраны { $games } партии
   *[other] Разобрано { $games } партий
}, побед: { $won }; по одному лишь числу игроков ожидалось { $due }. Средняя точность: { $accuracy }.
web-luck-curve = Удача и решения, сложенные партия за партией
web-luck-line = удача
web-skill-line = решения
web-retry-title = Ещё одна попытка: { $name }
web-retry-back = Назад к партии
web-retry-about = Кости те же, что в партии, насколько они известны. За всех остальных играет Мастер.
web-retry-your-turn = { $name }, ваш ход.
web-retry-next = Следующий раунд
web-retry-anew = Начать заново
web-retry-review = Разобрать эту партию
web-retry-compare = В сравнении с партией
web-retry-now = Шанс игрока { $name } на победу теперь { $now }.
web-retry-then = В партии после этого раунда он был { $then }.

## The page: rules and games that are over

web-rules-title = Правила
web-rules-intro = В перудо играют по-разному. Выберите правила, чтобы их прочесть, или измените их под свою компанию.
web-rules-unknown = Таких правил нет, поэтому здесь — обычные.
web-rules-preset = Какие правила
web-rules-about-tournament = Клубные правила, до шести игроков. Мапуто начинается само.
web-rules-about-classic = Уйти с единиц можно, просто удвоив количество. Мапуто объявляют.
web-rules-about-international = Как классические, но с единиц уходят, удвоив количество и прибавив одну кость.
web-rules-about-calza = Скажите «Кальза!», угадайте ровно — и верните потерянную кость.
web-rules-about-dudo = Классические правила под их андским именем.
web-rules-house = Свои правила
web-rules-changes = { $count ->
    [0] без изменений
    [one] { $count } изменение
    [few] { $count } изменения
   *[other] { $count } изменений
}
web-rules-changed = своё правило
web-rules-axis-players = Игроков не больше
web-rules-axis-dice = Костей у каждого
web-rules-axis-open-aces = Начинать с единиц
web-rules-axis-leave-aces = Уход с единиц
web-rules-axis-maputo = Мапуто
web-rules-axis-maputo-limit = Сколько мапуто у игрока
web-rules-axis-maputo-final = Мапуто, когда осталось двое
web-rules-axis-maputo-three-singles = Мапуто, когда у троих по одной кости
web-rules-axis-calza = Кальза
web-rules-value-no = Нет
web-rules-value-yes = Да
web-rules-value-off = Нет
web-rules-value-on = Есть
web-rules-value-double-plus-one = Вдвое плюс одна
web-rules-value-double = Вдвое
web-rules-value-auto = Само
web-rules-value-declared = Объявляют
web-rules-value-once = Раз за партию
web-rules-value-none = Сколько угодно
web-rules-fewer = Меньше: { $what }
web-rules-more = Больше: { $what }
web-rules-reset = Вернуть «{ $preset }»
web-rules-differences = Отличия
web-rules-compare-with = Сравнить с правилами
web-rules-same = Их нет: играют так же, как по правилам «{ $preset }».
web-rules-book = Правила «{ $preset }»
web-rules-book-changed = Свои правила на основе правил «{ $preset }»
web-rules-clauses = Мелкие пометки — это пункты правил, на которые ссылается судья.
web-rules-are-preset = Это правила «{ $preset }» без изменений.
web-rules-special = Отличия от правил «{ $preset }»
web-rules-copy = Скопировать ссылку на эти правила
web-rules-copied = Скопировано.
web-rules-not-copied = Здесь скопировать нельзя: ссылка — это адрес этой страницы.
web-rules-play = Сыграть по этим правилам
web-rules-play-bots = С ботами
web-rules-play-friends = С друзьями
web-new-game-ends = У вас есть недоигранная партия. Если начать новую, та останется без результата.

web-games-none = Здесь пока пусто. Доиграйте партию до конца — и она появится в этом списке.
web-games-about = Партии, сыгранные в этом браузере, — последние { $most }. Этот список видите только вы.
web-games-you-won = Вы выиграли
web-games-winner = Победа: { $name }
web-games-here = на этом устройстве
web-games-server = по сети
web-games-delete = Удалить
web-games-delete-one = Удалить партию: { $names }, { $date }
web-games-delete-all = Удалить все партии
web-games-delete-title = Удалить навсегда?
web-games-delete-about = Партия исчезнет из этого браузера.
web-games-delete-all-about = Все ваши партии исчезнут из этого браузера.
web-cancel = Отмена

web-review-title = Сыгранные партии
web-review-open = Открыть партию
web-review-open-how = Сыгранная партия шаг за шагом, все кости на виду. Откройте запись (.perudo), доказательство её костей (.proof.json) или сразу и то и другое.
web-review-choose = Выбрать файлы
web-review-drop = или перетащите их на эту страницу
web-review-paste = Или вставьте текст записи
web-review-show = Показать
web-review-examples = Или посмотрите пример
web-review-example = Короткий вечер
web-review-example-proof = Партия с доказательством костей
web-review-file-unreadable = Этот файл не прочитать, или он слишком велик для записи или доказательства.
web-review-open-another = Открыть что-нибудь ещё
web-review-add-proof = например, доказательство этих костей
web-review-add-record = например, запись этой партии
web-review-line = строка { $line }
web-review-trouble = В строке { $line } ошибка
web-review-until-there = Партия до этого места — ниже.
web-review-before = До первого раунда
web-review-round = Раунд { $number }{ $kind ->
    [maputo] {" "}· мапуто
    [final] {" "}· финал
   *[normal] { "" }
}
web-review-tour-round = Партия { $tour }, раунд { $number }{ $kind ->
    [maputo] {" "}· мапуто
    [final] {" "}· финал
   *[normal] { "" }
}
web-review-jump = Перейти к раунду
web-review-places = Игроки и их кости
web-review-dice-of = Кости: { $name }
web-review-out = без костей
web-review-turn = ходит
web-review-loses = теряет кость
web-review-gains = возвращает кость
web-review-counted = { $count ->
    [one] считается { $count }
   *[other] считаются { $count }
}
web-review-dudo = Не верю!
web-review-calza = Кальза!
web-review-bids = Ставки раунда
web-review-no-bids = Ставок ещё нет.
web-review-player = Игрок
web-review-bid = Ставка
web-review-chance = Шанс
web-review-truth = На деле
web-review-chance-note = Шанс — то, что мог знать сам игрок: он видел только свои кости.
web-review-true = верно: { $count }
web-review-false = неверно: { $count }
web-review-right = верно
web-review-wrong = ошибка
web-review-percent = { $percent } %
web-review-steps = Шаги
web-review-step = Шаг
web-review-at = Шаг { $step } из { $last }
web-review-first = В начало
web-review-round-back = На раунд назад
web-review-back = На шаг назад
web-review-on = На шаг вперёд
web-review-round-on = На раунд вперёд
web-review-last = В конец
web-review-play = Воспроизвести
web-review-pause = Пауза
web-review-copy-link = Скопировать ссылку на этот момент
web-review-link-copied = Скопировано. По ссылке любой увидит партию с этого места.
web-review-link-too-long = Для ссылки эта партия слишком длинная: сохраните запись и отправьте файл.
web-review-link-damaged = Ссылка повреждена: по дороге часть её потерялась или изменилась. Попросите прислать её ещё раз.
web-review-link-too-much = В этой ссылке больше, чем бывает в партии, поэтому она не открыта.
web-review-link-elsewhere = Эта партия хранится только в том браузере, где её играли. Попросите ссылку, сделанную кнопкой «Скопировать ссылку на этот момент».
web-review-keys = Стрелки — по шагам, с Shift — по раундам; Home и End — в начало и в конец, M — к следующей ошибке.
web-review-save-record = Сохранить запись
web-review-save-proof = Сохранить доказательство
web-review-holds = Кости были честными: доказательство верно
web-review-fails = Доказательство неверно
web-review-disagrees = В записи не те кости, что в доказательстве
web-review-proof-itself = Само по себе доказательство верно. Оно от другой партии, или запись кто-то изменил.
web-review-no-proof = Это не доказательство честных костей
web-review-unreadable = В файле что-то другое: { $error }
web-review-record-agrees = Партия в этой записи сыграна именно этими костями.
web-review-record-missing = Откройте и запись, чтобы убедиться, что играли именно этими костями.

## Люди

refused-bad-rated = За рейтинговым столом играют по готовым правилам без изменений, с часами и без подсказок.
refused-name-needed = В рейтинговую игру садятся под своим именем: сначала закрепите его за собой.
refused-name-taken-by-someone = Это имя или очень похожее уже занято.
refused-name-refused = Это имя здесь не подходит. Выберите другое.
refused-already-named = За этим браузером имя уже закреплено.
refused-last-key = Это ваш единственный ключ: без него вы не смогли бы вернуться. Сначала добавьте другой.
refused-wrong-key = Сервер не знает этого ключа доступа.
refused-wrong-code = Код неверный или устарел.
refused-too-many-attempts = Слишком много неверных попыток. Попробуйте позже.
refused-too-many-keys = Больше нельзя. Сначала удалите что-нибудь.
refused-no-person = Здесь нет никого с таким именем.
refused-no-key = Такого ключа нет.
refused-no-program = У вас нет программы с таким именем.
refused-no-pool = Такого рейтинга нет.
refused-bad-wish = В быстрой игре 2, 4 или 6 игроков, готовые правила и быстрый, обычный или медленный темп.
refused-already-waiting = Вы уже ждёте игры.
refused-already-seated = Ваша быстрая игра ещё идёт. Доиграйте её или встаньте из-за стола.
refused-no-ticket = Вашего места в очереди больше нет. Займите его снова.
refused-banned = Сейчас вам нельзя играть здесь с незнакомыми.
refused-not-permitted = Этот токен для другого.

## Страница: люди

web-me = Вы
web-you-play-as = Вы играете под именем
web-guest-name = Гость
web-kind-guest = гость
web-kind-program = программа
web-kind-bot = бот
web-kind-deleted = удалённое имя
web-rated = На рейтинг
web-rated-short = на рейтинг
web-rated-about = За стол смогут сесть только боты и люди с собственным именем. Нужны готовые правила без изменений, часы и никаких подсказок.
web-rated-needs-name = За этим столом играют на рейтинг: нужно собственное имя.
web-summary-rated = На рейтинг: результат изменит рейтинг каждого
web-private-short = для своих
web-quick-find = Найти игру
web-quick-others = { $count ->
    [0] Сейчас никто не ждёт. Будьте первым!
    [one] Игры ждёт { $count } человек.
    [few] Игры ждут { $count } человека.
   *[other] Игры ждут { $count } человек.
}
web-quick-needs-name = На рейтинг играют под собственным именем.
web-quick-wish = Во что вы хотите сыграть
web-quick-players = Игроков
web-quick-size = { $count ->
    [2] 2 — дуэль
   *[other] { $count }
}
web-speed = Время на ход
web-speed-quick = Быстро
web-speed-normal = Обычно
web-speed-slow = Не спеша
web-speed-quick-about = 15 секунд на ход и ещё 30 в запасе.
web-speed-normal-about = 30 секунд на ход и ещё минута в запасе.
web-speed-slow-about = Минута на ход и ещё две в запасе.
web-quick-looking = Ищем игроков…
web-quick-here = Собралось игроков: { $here } из { $players }.
web-quick-waited = { $count ->
    [one] Вы ждёте { $count } секунду.
    [few] Вы ждёте { $count } секунды.
   *[other] Вы ждёте { $count } секунд.
}
web-quick-expected = { $count ->
    [0] Вот-вот начнём.
    [one] Осталось, возможно, ещё { $count } секунда.
    [few] Осталось, возможно, ещё { $count } секунды.
   *[other] Осталось, возможно, ещё { $count } секунд.
}
web-quick-unknown = Сколько ещё ждать, пока неизвестно.
web-quick-offer = Сейчас затишье. Посадить на свободные места ботов?
web-quick-bots = Позвать ботов
web-quick-bots-come = Боты садятся на свободные места…
web-quick-leave = Больше не искать
web-quick-found = Ваша игра вот-вот начнётся
web-quick-begins = Игра начнётся, как только все соберутся.
web-quick-again = Сыграть ещё
web-lobby-title = Открытые столы
web-lobby-free = { $count ->
    [0] свободных мест нет
    [one] { $count } свободное место
    [few] { $count } свободных места
   *[other] { $count } свободных мест
}
web-lobby-join-name = Сесть за стол: { $names }
web-lobby-watch-name = Смотреть игру: { $names }
web-watch-short = Смотреть
web-since-now = только что открыт
web-since-minutes = { $count ->
    [one] открыт { $count } минуту
    [few] открыт { $count } минуты
   *[other] открыт { $count } минут
}
web-since-hours = { $count ->
    [one] открыт { $count } час
    [few] открыт { $count } часа
   *[other] открыт { $count } часов
}
web-claim = Занять
web-claim-name = Имя
web-claim-why = Занятое имя остаётся за вами, а с ним — рейтинг, история и игры на рейтинг. Ни почты, ни пароля. Играть гостем можно и дальше.
web-claim-about = От 2 до 20 букв и цифр. Ключом к имени станет этот браузер.
web-have-name = Уже есть имя?
web-sign-in-about = Вернитесь по ключу доступа или коду восстановления. Или откройте на другом своём устройстве раздел «Вы», выберите «Подключить устройство» и отсканируйте код.
web-sign-in-passkey = Войти по ключу доступа
web-sign-in = Войти
web-sign-out = Выйти в этом браузере
web-recovery-code = Код восстановления
web-recovery-make = Код восстановления
web-recovery-about = Запишите его и храните в надёжном месте: кто знает код, тот может играть под вашим именем. Он выручит, если все устройства потеряны. Прежний код больше не действует.
web-passkey-add = Добавить ключ доступа
web-passkey-none = Здесь этот браузер не может работать с ключами доступа: им нужен защищённый адрес (https).
web-passkey-not-chosen = Ключ доступа не выбран.
web-passkey-there = На этом устройстве уже есть ключ доступа к вашему имени.
web-own-keys = Ключи к вашему имени
web-keys-about = Любого из них достаточно, чтобы быть вами. Удалите те, которыми больше не пользуетесь.
web-keys-one = Пока вас узнают только по этому браузеру. Если стереть его данные, имя будет потеряно: добавьте ключ доступа или запишите код восстановления.
web-key-browser = Браузер
web-key-passkey = Ключ доступа
web-key-recovery = Код восстановления
web-key-token = Программа
web-key-this = этот браузер
web-key-made = с { $day }
web-key-used = последний раз { $day }
web-key-revoke = Удалить
web-key-revoke-name = Удалить ключ: { $name }
web-link-device = Подключить устройство
web-link-device-about = { $minutes ->
    [one] Отсканируйте код другим устройством или откройте на нём ссылку. Она сработает один раз и действует { $minutes } минуту.
    [few] Отсканируйте код другим устройством или откройте на нём ссылку. Она сработает один раз и действует { $minutes } минуты.
   *[other] Отсканируйте код другим устройством или откройте на нём ссылку. Она сработает один раз и действует { $minutes } минут.
}
web-device-link = Подключить это устройство
web-device-link-about = Это ссылка с другого вашего устройства. Если продолжить, вы будете играть в этом браузере под своим именем.
web-device-link-leaves = Сейчас в этом браузере вы — { $name }. Если продолжить, из этого имени вы здесь выйдете.
web-device-link-go = Продолжить под своим именем
web-device-link-missing = В ссылке нет кода. Создайте новую на другом устройстве: «Вы» → «Подключить устройство».
web-programs = Ваши программы
web-programs-about = Ваша программа может играть здесь как бот, под собственным именем и с токеном вместо браузера.
web-program-new = Добавить программу
web-program-name = Её имя
web-program-make = Создать токен
web-program-delete-name = Удалить программу { $name }
web-scopes = Что разрешает токен
web-scope-play = садиться за столы
web-scope-queue = ждать быстрой игры
web-scope-read = читать свои партии
web-token = Токен
web-token-about = Скопируйте его сейчас: больше он показан не будет. Кто знает токен, тот может играть за вашу программу.
web-token-new = Новый токен
web-token-new-name = Новый токен для { $name }; прежний перестанет действовать
web-copy = Скопировать
web-blocks = Заблокированные
web-block = Заблокировать
web-unblock = Разблокировать
web-block-name = Заблокировать: { $name }
web-block-about = В быстрых играх вас никогда не посадят вместе, и вы не увидите, что они пишут.
web-report = Пожаловаться
web-report-name = Пожаловаться: { $name }
web-report-title = Жалоба
web-report-about = Вашу жалобу прочтёт владелец этого сервера. На кого: { $name }.
web-report-why = Что не так?
web-report-kind-cheating = Нечестная игра
web-report-kind-abuse = Оскорбления
web-report-kind-name = Имя
web-report-kind-other = Другое
web-report-text = Что произошло (необязательно)
web-report-send = Отправить
web-report-sent = Спасибо. Жалоба отправлена.
web-data = Ваши данные
web-data-about = Всё, что этот сервер о вас знает, можно забрать с собой или удалить.
web-data-download = Скачать всё обо мне
web-delete-me = Удалить меня
web-delete-me-title = Удалить ваше имя?
web-delete-me-about = { $name } исчезнет: имя, ключи к нему, программы и рейтинги. Сыгранные партии останутся, но без вашего имени. Вернуть это будет нельзя.
web-delete-me-go = Удалить навсегда
web-banned-until = До { $day } вам нельзя играть здесь с незнакомыми.
web-own-profile = Ваша страница
web-since = с { $day }
web-owner = программа игрока
web-no-person = Здесь нет никого по имени { $name }.
web-ratings = Рейтинги
web-ratings-none = Партий на рейтинг пока не было.
web-rating-about = Полоса вокруг линии показывает, насколько рейтинг может быть неточен: чем больше партий на рейтинг, тем она уже. Рейтинг курсивом и с вопросом — пока только догадка.
web-rating-certain = { $rating }, плюс-минус { $uncertainty }
web-rating-uncertain = примерно { $rating }, пока неточно: плюс-минус { $uncertainty }
web-rating-coming = Считаем рейтинги…
web-rating-later = Рейтинги ещё не готовы. Вы найдёте их на страницах игроков.
web-rating-why-more = Ожидалось, что вы обойдёте { $expected }% соперников, а вы обошли { $actual }%: рейтинг растёт. Он известен с точностью до { $uncertainty }.
web-rating-why-same = Ожидалось, что вы обойдёте { $expected }% соперников, и вы обошли { $actual }%: почти как ожидалось. Рейтинг известен с точностью до { $uncertainty }.
web-rating-why-less = Ожидалось, что вы обойдёте { $expected }% соперников, а вы обошли { $actual }%: рейтинг падает. Он известен с точностью до { $uncertainty }.
web-pool-duel = Дуэли, { $rules }
web-pool-table = От трёх игроков, { $rules }
web-pool-size = Стол
web-pool-size-duel = Дуэли
web-pool-size-table = От трёх игроков
web-leaders-who = Кто
web-leaders-all = Все
web-leaders-people = Люди
web-leaders-bots = Боты и программы
web-leaders-about = Здесь те, кто сыграл на рейтинг достаточно, чтобы он что-то значил.
web-leaders-none = В этом списке пока никого. Нужно сыграть несколько партий на рейтинг.
web-curve = Рейтинг по времени: сейчас { $last }, самый низкий { $least }, самый высокий { $most }
web-results = Результаты
web-frequent-opponents = Частые соперники
web-best-games = Лучшие партии
web-other-rules = Другие правила
web-place = Место
web-column-name = Имя
web-column-rating = Рейтинг
web-column-games = Партий
web-column-won = Побед
web-column-rules = Правила
web-column-players = Игроков
web-column-place = Среднее место
web-column-ahead = Выше в итоге
web-games-count = { $count ->
    [one] { $count } партия
    [few] { $count } партии
   *[other] { $count } партий
}
web-won-share = побед { $share }
web-history = Партии
web-history-none = Партий, которые можно показать, нет.
web-place-of = { $place ->
    [1] Победа
   *[other] { $place }-е место из { $players }
}
web-left-early = вышел раньше
web-replay = Разбор
web-record = Запись
web-proof = Доказательство костей
web-show-more = Показать ещё
web-filters = Отобрать
web-filter-any = Любые
web-filter-rated = На рейтинг
web-filter-rated-yes = Только на рейтинг
web-filter-rated-no = Только без рейтинга
web-filter-won = Результат
web-filter-won-yes = Победы
web-filter-won-no = Поражения
web-filter-opponent = Соперник

## Страница: где учатся

web-learn-title = Учиться
web-learn-lesson = Урок
web-learn-puzzle = Задача
web-learn-odds = Насколько вероятно?
web-learn-explorer = Разбор позиций
