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
story-lost = { $name } только что теряет кость и начинает раунд.
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
    [few] , остаются { $dice }.
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
waits-showing = Дальше все открывают свои кости.
waits-bidding = Дальше ходит { $name }: { $legal }.
legal-bids = { $bids } или больше того же номинала, не больше { $most }

## What the referee says

refused-legal = Можно (ходит { $name }): { $legal }.
illegal-no-such-player = За этим столом нет игрока «{ $name }».
illegal-player-is-out = У игрока { $name } в этом туре нет костей.
illegal-tour-over = Тур закончен, победитель — { $winner }.
illegal-wrong-phase-draw = Жеребьёвка не закончена: ещё неизвестно, кто начинает.
illegal-wrong-phase-declaring = Кости ещё не брошены: { $turn } решает, объявлять ли мапуто.
illegal-wrong-phase-rolling = Всё, что бывает до броска, уже решено: теперь все бросают кости.
illegal-wrong-phase-bidding = Торговля уже идёт, решает { $turn }.
illegal-wrong-phase-showing = Торговля закончена: все открывают свои кости.
illegal-not-your-turn = Сейчас ходит { $turn }.
illegal-count-of-zero = В ставке хотя бы одна кость.
illegal-more-than-dice-in-play = Ставка не может быть больше, чем костей в игре: { $dice }.
illegal-face-locked = В мапуто номинал не меняется: можно ставить только на { faces }.
illegal-aces-cannot-open = Раунд нельзя начинать с единиц.
illegal-aces-too-few = Уход в единицы — не меньше половины ставки с округлением вверх: { $least }.
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
illegal-bad-setup-too-many-dice = У игрока { $seat } может быть самое большее { $most }.
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
syntax-bad-name = «{ $word }» — не имя: имя состоит из букв, цифр, _ и -, от 1 до 24 знаков.
syntax-not-a-pair = «{ $word }» — не вида NAME:DICE.
syntax-bad-face = «{ $word }» — не номинал: на кости от 1 до 6.
syntax-bad-dice = «{ $word }» — не кости: на каждой от 1 до 6, например 11346.
syntax-bad-number = «{ $word }» — не число.
syntax-bad-action = Игрок не может сделать «{ $word }»: ставка пишется 3x4, кроме неё есть dudo, calza, maputo, pass и out.
syntax-cyrillic-x = В «{ $word }» русская буква; в ставке нужна латинская x: 3x4.
syntax-count-of-zero = «{ $word }» — ставка без костей: количество не меньше 1.
syntax-no-such-face = В «{ $word }» номинал, которого нет на кости: бывает от 1 до 6.
rules-unknown-preset = Нет правил «{ $word }»; есть { $known }.
rules-unknown-axis = Нет правила «{ $word }»; есть { $known }.
rules-not-an-axis = «{ $word }» — не вида axis=value.
rules-bad-value = «{ $axis }» не может быть «{ $value }», возможно: { $known }.
rules-repeated = «{ $axis }» задано несколько раз.
rules-calza-with-one-die = Кальза при одной кости противоречит сама себе: у кого есть кость, у того все кости, и сказать её никто не сможет.
seats-bad-name = «{ $name }» — не имя: имя состоит из букв, цифр, _ и -, от 1 до 24 знаков.
seats-twice = Два игрока с именем «{ $name }».
seats-table = Игроков { $players }, а по этим правилам играют от 2 до { $most }.

## The bots

bot-random = Случай
bot-random-about = что угодно по правилам, не глядя на кости
bot-novice = Новичок
bot-novice-about = ставит на свои кости и не верит лишь в невероятное
bot-steady = Расчёт
bot-steady-about = знает точные шансы и держится их
bot-reader = Чтец
bot-reader-about = угадывает по ставкам, что у других
bot-thinker = Мыслитель
bot-thinker-about = просчитывает раунд до конца
bot-solver = Решатель
bot-solver-about = последние кости вдвоём играет безупречно, а до того думает
bot-pupil = Ученик
bot-pupil-about = видел хорошую игру, но решает чаще по наитию
bot-amateur = Любитель
bot-amateur-about = одно решение из двух у него хорошее
bot-regular = Завсегдатай
bot-regular-about = знает игру, но часто ошибается
bot-veteran = Ветеран
bot-veteran-about = играет хорошо, изредка ошибается
bot-expert = Знаток
bot-expert-about = играет очень хорошо и редко ошибается
bot-master = Мастер
bot-master-about = выучил всю игру, сыграв миллиарды ходов сам с собой

## The worth of moves

eval-move = { $before } % → { $after } %, лучше всего { $best } { $chance } %

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

verify-title = Доказательство тура { $tour } за столом «{ $table }»: { $names }.
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
    [one] { $rolls } бросок раундов
    [few] { $rolls } броска раундов
   *[many] { $rolls } бросков раундов
}, всего { $dice ->
    [one] { $dice } кость
    [few] { $dice } кости
   *[many] { $dice } костей
}.
verify-holds = Доказательство верно: каждая кость следует из звеньев, а каждое звено ведёт к своему началу цепи.
verify-version-1 = Это доказательство версии 1, оно обещает меньше: игроки без костей, не отдавшие звенья, не названы, а сервер мог начинать новые цепи между бросками.
verify-links = Звенья в этих бросках:
verify-server = сервер
verify-every-throw = звено для каждого броска
verify-no-chain = нет цепи, а значит, и звеньев
verify-no-part = ни костей, ни звеньев
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
} нет ни одного звена игроков: эти кости держатся на одном слове сервера.
verify-tips = Начала цепей — сравните с теми, что были показаны до бросков:
verify-tip = { $who }, с броска { $from }: { $tip }
verify-tip-ends = { $who }, с броска { $from }: цепи нет
verify-signed = Сервер подписал его ключом { $key }.
verify-unsigned = Это доказательство не подписано сервером. Квитанции рядом с ним ничего не доказывают: кто его передал, мог его изменить.
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
    [one] { $count } квитанция не об этом или от другого сервера.
    [few] { $count } квитанции не об этом или от другого сервера.
   *[many] { $count } квитанций не об этом или от другого сервера.
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
verify-bad-tips = Начало цепи с броска { $from } стоит не по порядку или не относится к этому туру.
verify-not-contiguous = Здесь должен быть бросок { $expected }.
verify-late-draw = Эта жеребьёвка идёт после костей раунда.
verify-bad-round = Бросок костей называет свой раунд, тот же или следующий; жеребьёвка не называет никакого.
verify-too-many-dice = Костей слишком много, { $dice }: один игрок бросает не больше { $most }.
verify-no-dice = Никто не бросает ни одной кости.
verify-bad-withheld = Список неотданных звеньев не по возрастанию или называет место, которого нет.
verify-no-tip = Звено есть, но начало его цепи не опубликовано.
verify-nothing-to-withhold = Сказано, что звено не отдано, но начало его цепи не опубликовано.
verify-link-missing = Звена нет, и не сказано, что оно не отдано.
verify-link-and-withheld = Звено есть, но сказано, что оно не отдано.
verify-sealed = Закрытых бросков, кости которых до вскрытия знал только сам игрок: { $sealed }. Из них не открыто, потому что раунд не в счёт: { $unseen }.
verify-unshown = { $name } не открывает кости этих бросков и выбывает, по словам сервера: { $throws }.
verify-closed-missing = Закрытого звена нет, хотя другие своё открыли.
verify-nothing-to-show = Есть закрытое звено игрока без костей.
verify-bad-unshown = Список не открывших кости не по возрастанию, называет игрока без костей или стоит там, где открыли все.
verify-chain-too-long = Начало цепи слишком старое: в цепи не больше { $most } звеньев.
verify-broken-chain = Звено не ведёт к тому, что было известно раньше: его хеш должен быть { $expected }, а он { $found }.
verify-wrong-dice = Кости не следуют из звеньев: из звеньев выходит { $expected }, а в доказательстве { $found }.
verify-record-names = За столом записи сидят { $names }.
verify-record-tour = Туров в записи: { $tours }, а доказательство — для тура { $tour }.
verify-record-kind = В доказательстве здесь { $proof }, а в записи { $record }.
verify-record-round = По доказательству это раунд { $proof }, а по записи { $record }.
verify-record-dice = В доказательстве { $proof }, а в записи { $record }.
verify-record-length = Бросков в доказательстве: { $proof }, а в записи: { $record }.
verify-seen-table = Игрок был за другим столом, «{ $table }».
verify-seen-nothing = Игрок не видел ни одного броска этого тура: сравнивать нечего.
verify-seen-throw = Игрок видел этот бросок, а в доказательстве его нет.
verify-seen-tip = В доказательстве начало цепи { $proof }, а игроку показали { $seen }.
verify-seen-link = В доказательстве звено { $proof }, а игроку показали { $seen }.
verify-seen-dice = В доказательстве { $proof }, а игроку показали { $seen }.

## What a client finds wrong while it plays

witness-late-tip = Начало цепи ({ $who }) будто бы действует с броска { $from }, но показано уже после того, как попросили звенья для броска { $asked }. Кто знает чужие звенья, может подобрать под них цепь.
witness-changed-tip = Начало цепи ({ $who }) для броска { $throw } раньше было { $before }, а теперь { $now }.
witness-early-chain = Сервер начинает новую цепь с броска { $from }, хотя прежняя ещё не кончилась.
witness-no-server-tip = Для броска { $throw } сервер не показал начала цепи.
witness-wrong-throw = Следующий бросок — { $expected }, а сервер говорит о броске { $found }.
witness-given-before = Для броска { $throw } или более позднего уже отдано другое звено.
witness-not-opened = Сервер не открыл звенья броска { $throw }.
witness-other-links = Бросок { $throw } будто бы зависел не от тех звеньев, что открыты.
witness-link-missing = В броске { $throw } нет звена ({ $who }), и не сказано, что оно не отдано.
witness-no-tip = В броске { $throw } названо звено ({ $who }), хотя начало его цепи не показано.
witness-broken-chain = Звено ({ $who }) в броске { $throw } не ведёт к показанному раньше: его хеш должен быть { $expected }, а он { $found }.
witness-foreign-link = В броске { $throw } от вашего имени стоит звено, которого вы не отдавали.
witness-left-out = Ваше звено для броска { $throw } приняли, а кости бросили без него.
witness-false-signature = Подпись сервера ложная: то, за что он расписался, ничего не доказывает.
witness-rewritten-log = Открытый журнал начал цепей на сервере не тот, что этот браузер видел раньше: сервер может показывать разным людям разные начала.
witness-other-logged-tip = Начало цепи, которое сервер показал здесь для бросков с { $from }, не то, что в его открытом журнале: сервер может показывать разным людям разные начала.
witness-wrong-cup = Кости ({ $who }) в броске { $throw } будто бы следуют из закрытой цепочки, которую для них не объявляли.
witness-went-on = Сервер велел открыть кости броска { $throw }, а торговля пошла дальше: ваши кости в этом раунде ему, возможно, известны.
witness-wrong-dice = Кости ({ $who }) в броске { $throw } не следуют из звеньев: из звеньев выходит { $expected }, а сервер показал { $found }.

## The rules in sentences

rules-title = Перудо: правила «{ $rules }»
rules-section-game = Игра
rules-section-round = Раунд
rules-section-bidding = Ставки
rules-section-showdown = Сомнение и вскрытие
rules-section-maputo = Мапуто
rules-section-end = Конец и всё остальное
rules-diff-title = «{ $first }» и «{ $second }»
rules-diff-same = «{ $first }» и «{ $second }» — одни и те же правила.

axis-players = { $players ->
    [2] Играют двое.
   *[other] Играют от 2 до { $players } человек.
}
rule-best-table = Лучше всего втроём, вчетвером или впятером.
axis-dice = К началу тура под стаканом у каждого { $dice }.
rule-goal = Цель — сохранить свои кости: тур выигрывает тот, у кого они остались последним.
rule-draw = Чтобы решить, кто начинает, каждый открыто бросает одну кость; начинает тот, у кого больше. Если больше всего сразу у нескольких, снова бросают они и только они.
rule-roll = Все встряхивают кости, переворачивают стаканы на стол и смотрят только свои кости.
rule-clockwise = Первую ставку делает начинающий, дальше ходят по часовой стрелке.
rule-bid = Ставка — это одно количество и один номинал, и говорит она о костях под всеми стаканами вместе: «пять шестёрок» значит, что на столе не меньше пяти шестёрок.
rule-jokers = Единицы (тузы) — джокеры: при подсчёте они заменяют названный номинал; но если ставка на сами единицы, считаются только единицы.
rule-choices = В свой ход нужно повысить ставку предыдущего игрока или не поверить ей; начинающему раунд верить ещё нечему, он делает ставку.
rule-choices-with-calza = В свой ход можно повысить ставку предыдущего игрока, не поверить ей или сказать, что она точна («кальза»); у начинающего раунд ставки перед ним ещё нет, он её делает.
axis-open-aces-no = Раунд нельзя начинать с единиц.
axis-open-aces-no-with-maputo = Раунд нельзя начинать с единиц, кроме мапуто.
axis-open-aces-yes = Раунд можно начинать с любого номинала, в том числе с единиц.
axis-open-aces-yes-with-maputo = { axis-open-aces-yes }
rule-raise = Повысить — значит назвать номинал выше при том же количестве или большее количество любого номинала: после «трёх пятёрок» годятся и «три шестёрки», и «четыре двойки», а «три четвёрки» — нет.
rule-to-aces = Уходя в единицы, достаточно назвать половину количества с округлением вверх: и после «пяти пятёрок», и после «шести шестёрок» хватит «трёх единиц».
rule-after-aces = После ставки на единицы называют больше единиц или уходят с единиц на другой номинал.
axis-leave-aces-double-plus-one = Чтобы уйти с единиц, нужно назвать вдвое больше и ещё одну кость любого номинала: после «двух единиц» — не меньше «пяти двоек».
axis-leave-aces-double = Чтобы уйти с единиц, нужно назвать хотя бы вдвое больше: после «двух единиц» годятся «четыре шестёрки». Если такое количество в этом раунде уже называли, номинал должен быть выше самого высокого, названного с ним: после «шести троек» и «трёх единиц» годятся «шесть четвёрок», но не «шесть троек» и не «шесть двоек».
rule-limit = Ставка не может быть больше, чем костей у всех игроков вместе.
rule-doubt = Не поверить может только тот, чей ход, — следующий за сделавшим ставку; тогда все поднимают стаканы и считают подходящие кости.
rule-loss = Если их меньше, чем в ставке, кость теряет тот, кто её сделал; если столько же или больше — тот, кто не поверил.
rule-centre = Потерянная кость кладётся на центр стола и лежит там на виду до конца тура.
rule-opens-next = Следующий раунд начинает потерявший кость; кто потерял последнюю, выбывает, и начинает следующий по часовой стрелке, у кого есть кости.
axis-calza-off = Кальзы нет: ставку можно только повысить или не поверить ей.
axis-calza-on = Кальза: в свой ход можно сказать, что костей ровно столько, сколько в ставке, не больше и не меньше; тогда все поднимают стаканы.
rule-calza-exact = Если ровно столько, сказавший «кальза» берёт кость обратно из центра, иначе теряет кость; в обоих случаях следующий раунд начинает он, если есть чем.
rule-calza-refused = Кальзу не может сказать тот, у кого все кости ({ $dice }).
rule-calza-refused-with-maputo = Кальзу нельзя сказать в мапуто и тому, у кого все кости ({ $dice }).
axis-maputo-off = Раундов мапуто нет.
axis-maputo-auto = Если у проигравшего раунд остаётся ровно одна кость, следующий раунд сам собой — мапуто.
axis-maputo-declared = Тот, у кого ровно одна кость, может до броска объявить следующий раунд мапуто.
rule-maputo-asked = Кто вправе объявить, того спрашивают по часовой стрелке от начинающего; первый объявивший решает дело. Кто начинает, от этого не меняется.
rule-maputo-after = Если у проигравшего мапуто больше одной кости, дальше обычный раунд; если осталась одна — дальше уже его собственное мапуто.
rule-maputo-aces = В мапуто единицы — не джокеры, и начинать с единиц можно.
rule-maputo-face = В мапуто номинал не меняется, растёт только количество: после «одной шестёрки» следующий называет две шестёрки или больше либо не верит.
axis-maputo-limit-once = Мапуто у каждого игрока бывает не больше одного раза за тур.
axis-maputo-limit-none = Мапуто у игрока может быть сколько угодно раз за тур.
axis-maputo-three-singles-no = Если осталось ровно трое и у каждого по одной кости, мапуто нет.
axis-maputo-three-singles-yes = Если осталось ровно трое и у каждого по одной кости, мапуто всё равно бывает.
axis-maputo-final-no = Когда осталось двое, мапуто нет, даже если у кого-то одна кость.
axis-maputo-final-yes = Когда осталось двое, мапуто всё равно бывает.
rule-win = Тур идёт, пока кости не останутся у одного игрока: он и победил.
rule-final = Раунд, в котором осталось двое, называется финалом.
rule-askew = Кость, вставшую на ребро или на другую кость, перебрасывают, сначала показав остальным почему.
rule-touching = Кто делает с костями под стаканом что-то ещё, удаляется из игры.
rule-leaving = Если кто-то выходит или удалён посреди раунда, раунд не засчитывается: остальные ничего не теряют, кости вышедшего уходят на центр, все бросают снова, и начинает тот же игрок (если вышел он — следующий по часовой стрелке).
rule-leaving-with-maputo = { rule-leaving } Раунд начинается заново: мапуто этим не тратится, и об объявлении спрашивают снова.
rule-tours = В игре может быть несколько туров: в каждом своя жеребьёвка, и все, кто ещё в игре, начинают со всеми костями.
rule-tours-with-maputo = { rule-tours } Право на мапуто в каждом туре тоже новое.

## What a table or a server refuses

refused-not-host = Это может делать только ведущий стола.
refused-not-joined = Сначала назовитесь за этим столом.
refused-not-playing = Вы не участвуете в этом туре.
refused-already-joined = Вы уже за этим столом.
refused-bad-name = В имени от 1 до 24 букв, цифр, пробелов, знаков _ или -.
refused-name-taken = За этим столом уже есть такое или очень похожее имя: выберите другое.
refused-no-such-chair = За столом нет такого места.
refused-chair-taken = Это место занято.
refused-table-full = За этим столом больше нет места.
refused-locked = Ведущий закрыл вход за этот стол: новые люди сесть не могут.
refused-came-first = Вы только замещаете ведущего: тех, кто пришёл раньше вас, вы не можете удалить или лишить слова.
refused-removed = Ведущий удалил вас из-за этого стола.
refused-no-such-person = За столом нет такого человека.
refused-no-such-bot = Нет бота «{ $level }»: выберите из { $known }.
refused-while-playing = Это можно делать только между турами.
refused-too-few-players = Нужно хотя бы двое: пригласите кого-нибудь или добавьте бота.
refused-chat-off = Чат выключен, или ведущий вас заглушил.
refused-bad-text = В сообщении от 1 до 200 знаков в одну строку; чувства показывают по названиям.
refused-bad-link = Это звено не из вашей цепочки или не для следующего броска.
refused-chains-needed = За закрытым столом у каждого игрока кости свои, а эта программа так не умеет: нужна новее.
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
refused-dice-are-settled = Закрыты ли кости, решают, когда создают стол: создайте новый.
refused-bad-seats = По этим правилам за столом от 2 до { $most } мест.
refused-bad-tours = В матче от 1 до { $most } туров.
refused-bad-turn = На решение даётся от { $least } до { $most } секунд, 0 — без ограничения.
refused-bad-bank = В запасе времени не больше { $most } секунд.
refused-no-such-place = По этому адресу ничего нет.
refused-not-that-way = К этому адресу обращаются другим методом: см. /api/openapi.json.
refused-foreign-origin = Страницы других сайтов не могут пользоваться этим сервером.
refused-too-slow = Это заняло слишком много времени: попробуйте ещё раз.
refused-too-many-requests = Слишком много запросов: подождите немного.
refused-no-table = Такого стола нет, или он закрыт.
refused-no-tour = Такого тура нет.
refused-no-spectators = За этим столом нельзя наблюдать: сядьте, чтобы его увидеть.
refused-too-many-tables = Уже открыто слишком много столов.
refused-too-many-connections = С этого адреса слишком много соединений.
refused-restarting = Сервер перезапускается: возвращайтесь через мгновение.
refused-busy = Сейчас запрашивают слишком много партий: попробуйте через мгновение.
refused-unreadable-log = Журнал этого стола не читается. Сообщите тому, кто ведёт сервер.
refused-no-such-head = В журнале начал цепей никогда не было столько записей.

## The page

web-die = { $face ->
    [1] единица, джокер
   *[other] { $face }
}

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
web-you-left = Вы выходите из игры, кости уходят на центр стола.
web-a-bot = бот
web-the-host = хозяин стола
web-has-the-turn = сейчас ходит
web-you-tag = это вы
web-close = Закрыть
web-menu = Меню
web-help = Помощь и клавиши
web-rules = Правила
web-prefs = Настройки
web-language = Язык
web-theme = Светлая или тёмная
web-theme-auto = Как в системе
web-theme-light = Светлая
web-theme-dark = Тёмная
web-pace = Вскрытие
web-pace-slow = Медленно
web-pace-normal = Обычно
web-pace-quick = Быстро
web-pace-instant = Только итог
web-sound = Звуки
web-odds = Показывать шансы ставок, если стол это разрешает
web-coming = Минутку…
web-missing = Чего-то не хватает
web-missing-about = Эту часть игры не удалось загрузить: проверьте соединение.
web-try-again = Попробовать ещё раз
web-not-found = Здесь ничего нет
web-not-found-about = Возможно, в адресе опечатка или стол уже закрыт.

web-tagline = Кости под стаканами, ставки и блеф. Побеждает последний, у кого остались кости.
web-play-now = Играть
web-go-on-playing = Продолжить игру
web-play-now-about = Против ботов, прямо в браузере. Без регистрации и без сети.
web-friends = С друзьями
web-friends-about = Откройте стол и пошлите ссылку: регистрироваться никому не нужно.
web-new-table = Новый стол
web-together = На одном телефоне
web-together-about = Несколько человек, одно устройство. Кости каждого скрыты, пока телефон не у него в руках.
web-code = Есть ссылка или код?
web-join = Войти
web-code-wrong = Такого стола не бывает: вставьте ссылку или десять букв и цифр в её конце.
web-public-tables = Открытые столы
web-refresh = Обновить
web-no-public-tables = Сейчас нет столов, открытых для всех. Откройте свой!
web-no-server = Сервер недоступен. Против ботов можно играть и без него.
web-seats-taken = занято мест: { $taken } из { $seats }
web-stage-waiting = скоро начнут
web-stage-playing = играют
web-stage-resting = между турами
web-more = Ещё
web-link-rules = Правила и чем они различаются в пяти книгах
web-link-review = Разобрать сыгранную партию

web-your-name = Ваше имя
web-person = Игрок { $number }
web-add-person = Ещё игрок
web-bots-too = Добавить ботов
web-bots-at-once = Боты с самого начала
web-begin = Начать
web-create = Открыть стол
web-seats = Места
web-tours = Туров в матче
web-clock = Время на решение
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
web-strength = Сила
web-mixed = Разная компания
web-bot-level = Какой бот
web-new-game = Новая игра

web-table = Стол
web-the-table = Стол
web-this-round = Этот раунд
web-round = Раунд { $number }
web-watching = { $count ->
    [one] { $count } зритель
    [few] { $count } зрителя
   *[many] { $count } зрителей
}
web-connecting = Соединяемся…
web-reconnecting = Связь потеряна. Возвращаемся…
web-bots-unlearnt = Не удалось загрузить то, чему научены эти боты. Они играют без этого, слабее.
web-no-randomness = Этот браузер не даёт случайных чисел, а без них не бывает честных костей: играть в нём нельзя.
web-storage-down = Сервер сейчас ничего не может сохранить. Ничего не потеряно, игра продолжится сама.
web-no-table = Такого стола нет, или он уже закрыт.
web-no-spectators = За этим туром нельзя следить, не сев за стол.
web-full = За этим столом уже слишком много зрителей. Попробуйте позже.
web-other-version = Страница устарела и загружается заново.
web-table-closed = Стол закрыт.

web-join-title = Сесть за стол
web-join-queue = Сейчас идёт тур: место будет в следующем.
web-join-full = Все места заняты людьми: придётся подождать.
web-sit-down = Сесть
web-watch = Только смотреть
web-you-watch = Вы смотрите.

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
web-rules-in-full = Правила целиком
web-change-settings = Изменить
web-apply = Играть так
web-summary-rules = Правила: { $rules }
web-summary-tours = { $count ->
    [one] { $count } тур
    [few] { $count } тура
   *[many] { $count } туров
}
web-summary-clock = На решение { $turn } с и ещё { $bank } с запаса на тур
web-summary-no-clock = Без ограничения времени
web-summary-hints = Игрокам можно видеть шансы
web-summary-public = Открыт для всех
web-summary-private = Только по ссылке
web-summary-no-spectators = Смотреть нельзя

web-bids = Ставки
web-no-bids = Ставок ещё нет.
web-story = Что было
web-bid-by = { $name }: { $bid }
web-draw = Жеребьёвка: кто начинает?
web-draw-shown = Начинает старшая кость.
web-declaring = Мапуто?
web-rolling = Кости катятся…
web-dice = Кто видит кости?
web-dice-open = Судит сервер
web-dice-open-about = Кости бросает сервер и видит все; потом каждый может проверить, что они честные.
web-dice-sealed = Закрытый: только сам игрок
web-dice-sealed-about = Закрытый стол: кости каждого делает его собственное устройство, и до вскрытия их не видит даже сервер. Кто не сможет их открыть, выбывает.
web-dice-sealed-bots = Закрытый, с ботами
web-dice-sealed-bots-about = Закрытый стол: до вскрытия ничьих костей не видит даже сервер, кроме костей своих ботов. Кто не сможет открыть свои, выбывает.
web-sealed = закрытый
web-seen-by-server = видит сервер
web-you-not-shown = Ваши кости не были открыты вовремя, и вы выбыли из этой игры. Садитесь за стол к следующей.
web-dice-elsewhere = Ваши кости этого раунда на другом устройстве: откройте стол там, иначе их не открыть.
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
web-kind-maputo-about = Единицы не джокеры, номинал не меняется.
web-kind-final = Финал
web-kind-final-about = Остались двое.
web-nothing-lost = Никто не теряет кость.
web-rush = Сразу к концу тура
web-house-rules = с изменениями
web-skip = Пропустить
web-continue = Дальше
web-your-dice = Ваши кости: { $dice }
web-your-dice-hidden = Под вашим стаканом пока нет костей.
web-you-have = У вас { $dice }
web-you-are-out = Вы выбыли из этого тура
web-late = опоздание
web-gone = нет связи
web-waits-for = Думает { $name }…
web-bot-plays-for-you = За вас играет бот.
web-i-am-back = Я снова здесь
web-choose-face = Номинал
web-face-from = от «{ $bid }»
web-face-not = { $face } сейчас назвать нельзя: почему?
web-count = Сколько
web-fewer = На одну меньше
web-raise-count = На одну больше
web-bid = Ставлю: { $bid }
web-dudo = Не верю!
web-calza = Кальза: ровно столько!
web-declare-maputo = Объявить мапуто
web-no-maputo = Без мапуто
web-certain-title = Точно?
web-certain-loss = Уже по вашим костям видно: это наверняка стоит вам кости.
web-certain-back = Подумаю ещё
web-certain-go = Всё равно

web-you-won = Вы выиграли тур!
web-wins = { $count ->
    [one] { $count } победа
    [few] { $count } победы
   *[many] { $count } побед
}
web-tours-played = Тур { $played } из { $tours }
web-next-tour = Следующий тур
web-rematch = Сыграть ещё
web-review-game = Разобрать партию
web-host-goes-on = Что дальше, решает хозяин стола.
web-download-record = Скачать запись партии
web-download-proof = Скачать доказательство бросков
web-no-record = Законченных туров пока нет.

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
web-fair-what-now = Сохраните файл: в нём то, что вам показал сервер. После тура «perudo verify» сравнит его с доказательством костей.
web-fair-about = Для каждого броска сервер и все за столом дают по звену цепи, которую выбрали заранее, и кости следуют из всех звеньев вместе. Браузер проверяет это сам.
web-fair-tips = Начала цепей — сравните с тем, что видят другие
web-fair-save = Сохранить увиденное
web-company = Чат и люди
web-company-unread = Чат и люди: есть новое
web-chat = Чат
web-chat-off = Чат выключен.
web-chat-on = Чат включён.
web-say = Сказать что-нибудь
web-send = Отправить
web-emotes = Показать чувство
web-emote-laugh = смех
web-emote-wow = удивление
web-emote-think = раздумье
web-emote-clap = аплодисменты
web-emote-sad = грусть
web-emote-angry = гнев
web-emote-luck = пожелание удачи
web-emote-bluff = «это блеф!»
web-emoted = { $name } показывает: { $feeling }.
web-people = Люди
web-place-chair = играет
web-place-queue = ждёт места
web-place-watching = смотрит
web-played-by-bot = играет бот
web-mute = Не слышать
web-unmute = Слышать
web-mute-name = Не слышать: { $name }
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
web-unbar = Впустить
web-unbar-name = Снова впустить: { $name }
web-unbarred = { $name } снова может прийти.
web-host-part = Хозяину стола
web-other-device = Другое устройство
web-other-device-about = Кто откроет эту ссылку, тот станет вами: играйте по ней с телефона и никому её не показывайте.
web-show-device-link = Показать ссылку
web-leave = Уйти из-за стола

web-hand-over = Передайте устройство: { $name }
web-hand-over-about = Остальные, пожалуйста, отвернитесь.
web-i-am = Это я, { $name }

web-came = { $name } садится за стол.
web-came-to-watch = { $name } приходит посмотреть.
web-left = { $name } уходит.
web-not-shown = Кости не открыты: { $name } выбывает из игры. Раунд не в счёт.
web-removed = Хозяин стола убирает игрока { $name }.
web-seated = { $name } занимает место.
web-new-host = Теперь хозяин стола { $name }.
web-settings-changed = Хозяин стола меняет условия игры.
web-tour-begins = Начинается тур { $number }.
web-you-rolled = У вас выпало: { $dice }.
web-all-rolled = Все бросили кости.
web-away-late = У игрока { $name } вышло время: играет бот.
web-away-gone = { $name } не на связи: играет бот.
web-back = { $name } снова здесь.

web-help-game = Называйте, сколько костей одного номинала лежит под всеми стаканами вместе. Единицы (звёзды) — джокеры. Повышайте ставку или не верьте ей: кто неправ, теряет кость.
web-keys = Клавиши
web-key-face = выбрать номинал
web-key-count = больше, меньше
web-key-turn = другой номинал
web-key-bid = поставить
web-key-dudo = не верю
web-key-calza = кальза
web-key-maputo = объявить мапуто или нет
web-key-skip = пропустить вскрытие
web-key-help = эта справка

web-guide-draw = Сначала каждый бросает одну кость: начинает старшая.
web-guide-dice = Это ваши кости, их никто больше не видит. Звезда — это единица, джокер: она считается любым номиналом.
web-guide-open = Вы начинаете. Выберите номинал и скажите, сколько таких костей, по-вашему, лежит под всеми стаканами вместе, считая звёзды.
web-guide-bid = { $name } говорит: под всеми стаканами вместе не меньше чем { $bid }, считая звёзды.
web-guide-answer = Правда ли, что ставка «{ $bid }» верна? У вас таких { $own }; всего костей на столе { $all }, и подходит примерно каждая третья. Повысьте ставку или скажите «Не верю!».
web-guide-showdown = Стаканы подняты, кости считают. Если их меньше, чем в ставке, кость теряет тот, кто её сделал, иначе тот, кто не поверил.
web-guide-go-on = Кто потерял кость, начинает следующий раунд. У кого костей нет, тот выбыл; последний побеждает.
web-guide-skip = Спасибо, не нужно
web-guide-done = Понятно

## The page: rules and games that are over

web-back-to-start = На главную

web-rules-title = Правила
web-rules-intro = В перудо играют по-разному. Выберите правила, чтобы их прочесть, или измените их под свою компанию.
web-rules-unknown = В адресе нет таких правил, поэтому здесь — обычные.
web-rules-preset = Какие правила
web-rules-preset-tournament = Турнирные
web-rules-preset-classic = Классические
web-rules-preset-international = Международные
web-rules-preset-calza = С кальзой
web-rules-preset-dudo = Дудо
web-rules-about-tournament = Клубные правила, до шести игроков. Мапуто начинается само.
web-rules-about-classic = Уйти с единиц можно, просто удвоив количество. Мапуто объявляют.
web-rules-about-international = Как классические, но с единиц уходят, удвоив количество и прибавив одну кость.
web-rules-about-calza = Скажите «ровно столько!» — и верните потерянную кость.
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
web-rules-value-double-plus-one = Вдвое и ещё одна
web-rules-value-double = Вдвое
web-rules-value-auto = Само собой
web-rules-value-declared = По объявлению
web-rules-value-once = Раз за тур
web-rules-value-none = Сколько угодно
web-rules-fewer = Меньше: { $what }
web-rules-more = Больше: { $what }
web-rules-reset = Вернуть «{ $preset }»
web-rules-preset-says = «{ $preset }»: { $sentence }
web-rules-differences = Чем отличаются
web-rules-compare-with = Сравнить с правилами
web-rules-same = Ничем: играют так же, как по правилам «{ $preset }».
web-rules-book = Правила «{ $preset }»
web-rules-book-changed = Свои правила на основе правил «{ $preset }»
web-rules-clauses = Мелкие пометки — это пункты правил, на которые ссылается судья.
web-rules-are-preset = Это правила «{ $preset }» без изменений.
web-rules-special = Иначе, чем в правилах «{ $preset }»
web-rules-copy = Скопировать ссылку на эти правила
web-rules-copied = Скопировано.
web-rules-not-copied = Здесь скопировать нельзя: ссылка — это адрес этой страницы.

web-review-title = Сыгранные игры
web-review-open = Открыть игру
web-review-open-how = Сыгранная игра шаг за шагом, со всеми костями на виду. Откройте запись (.perudo), доказательство её костей (.proof.json) или сразу и то и другое.
web-review-choose = Выбрать файлы
web-review-drop = или перетащите их на эту страницу
web-review-paste = Или вставьте текст записи
web-review-show = Показать
web-review-examples = Или посмотрите пример
web-review-example = Короткий вечер
web-review-example-proof = Тур с доказательством костей
web-review-file-unreadable = Этот файл не прочитать, или он больше, чем бывает запись или доказательство.
web-review-open-another = Открыть что-нибудь ещё
web-review-add-proof = например, доказательство этих костей
web-review-add-record = например, запись этого тура
web-review-line = строка { $line }
web-review-trouble = В строке { $line } ошибка
web-review-until-there = Игра до этого места — ниже.
web-review-before = До первого раунда
web-review-round = Раунд { $number }{ $kind ->
    [maputo] {" "}· мапуто
    [final] {" "}· финал
   *[normal] { "" }
}
web-review-tour-round = Тур { $tour }, раунд { $number }{ $kind ->
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
web-review-keys = Стрелки — по шагам, с Shift — по раундам; Home и End — в начало и в конец.
web-review-save-record = Сохранить запись
web-review-save-proof = Сохранить доказательство
web-review-holds = Кости были честными: доказательство верно
web-review-fails = Доказательство неверно
web-review-disagrees = В записи не те кости, что в доказательстве
web-review-proof-itself = Само по себе доказательство верно. Оно от другой игры, или запись кто-то изменил.
web-review-no-proof = Это не доказательство честных костей
web-review-unreadable = В файле что-то другое: { $error }
web-review-record-agrees = Игра в этой записи сыграна именно этими костями.
web-review-record-missing = Откройте и запись, чтобы убедиться, что играли именно этими костями.
