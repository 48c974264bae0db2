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

## The page

web-die = { $face ->
    [1] единица
    [2] двойка
    [3] тройка
    [4] четвёрка
    [5] пятёрка
   *[6] шестёрка
}

web-close = Закрыть
web-prefs = Настройки
web-language = Язык
web-theme = Тема
web-theme-auto = Системная
web-theme-light = Светлая
web-theme-dark = Тёмная
web-table-style = Стол
web-table-felt = Зелёное сукно
web-table-wood = Тёмное дерево
web-table-sea = Море
web-pace = Темп игры
web-pace-slow = Медленный
web-pace-normal = Обычный
web-pace-quick = Быстрый
web-pace-instant = Мгновенный
web-sound = Звуки
web-vibration = Вибрация, когда мой ход
web-notify = Уведомлять о моём ходе, когда страница в фоне
web-notify-denied = Браузер не разрешает этой странице уведомления.
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
web-play-now-about = Против ботов, прямо в браузере. Без регистрации, работает и без сети.
web-own-tables = { $count ->
    [one] Вернуться за стол
   *[other] Ваши столы
}
web-own-alone = Против ботов
web-own-server = По сети
web-own-nobody = Пока никого, кроме вас
web-friends = С друзьями
web-friends-about = Откройте стол и пошлите ссылку: регистрироваться никому не нужно.
web-new-table = Новый стол
web-together = На одном телефоне
web-code = Есть ссылка или код?
web-join = Войти
web-code-wrong = Это не похоже на ссылку или код.
web-public-tables = Открытые столы
web-refresh = Обновить
web-no-public-tables = Сейчас нет столов, открытых для всех. Откройте свой!
web-no-server = Сервер недоступен. Играть против ботов можно и без него.
web-seats-taken = занято мест: { $taken } из { $seats }
web-stage-waiting = скоро начнут
web-stage-playing = играют
web-stage-resting = между партиями
web-more = Ещё
web-link-rules = Правила и пять их вариантов
web-link-review = Разобрать сыгранную партию

web-your-name = Ваше имя

web-round = Раунд { $number }
web-no-randomness = Этот браузер не даёт случайных чисел, а без них не бывает честных костей: играть в нём нельзя.

web-house-rules = с изменениями

## The page: rules and games that are over

web-back-to-start = На главную

web-rules-preset-tournament = Турнирные
web-rules-preset-classic = Классические
web-rules-preset-international = Международные
web-rules-preset-calza = С кальзой
web-rules-preset-dudo = Дудо
web-rules-preset-says = «{ $preset }»: { $sentence }

web-games-title = Ваши партии

## Люди

web-with-people = Играть с людьми
web-with-friends = Играть с друзьями
web-claim-title = Занять имя
web-link-lobby = Все открытые столы
web-leaders = Таблицы лидеров
web-link-learn = Учиться: уроки, задачи, вероятности
