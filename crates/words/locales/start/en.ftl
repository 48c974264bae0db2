## Small words

number = { $count ->
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
    [11] eleven
    [12] twelve
    [13] thirteen
    [14] fourteen
    [15] fifteen
    [16] sixteen
    [17] seventeen
    [18] eighteen
    [19] nineteen
    [20] twenty
   *[other] { $count }
}

## The page

web-die = { $face ->
    [1] ace
    [2] two
    [3] three
    [4] four
    [5] five
   *[6] six
}

web-close = Close
web-prefs = Settings
web-language = Language
web-theme = Theme
web-theme-auto = System
web-theme-light = Light
web-theme-dark = Dark
web-table-style = Table
web-table-felt = Green felt
web-table-wood = Dark wood
web-table-sea = Sea
web-pace = Pace of the game
web-pace-slow = Slow
web-pace-normal = Normal
web-pace-quick = Fast
web-pace-instant = Instant
web-sound = Sounds
web-odds = Show the odds of each bid where the table allows it
web-vibration = Vibrate when it’s my turn
web-notify = Notify me when it’s my turn and this page is in the background
web-notify-denied = The browser doesn’t allow notifications from this page.
web-coming = One moment…
web-missing = Something is missing
web-missing-about = This part of the game could not be loaded: check your connection.
web-try-again = Try again
web-not-found = There’s nothing here
web-not-found-about = There may be a typo in the address, or the table may be gone.

web-tagline = Dice under cups, bids and bluffs. The last one with dice wins.
web-play-now = Play now
web-go-on-playing = Continue the game
web-play-now-about = Against bots, in this browser. No sign-up, works offline.
web-own-tables = { $count ->
    [one] Back to your table
   *[other] Back to your tables
}
web-own-alone = Against bots
web-own-server = Online
web-own-nobody = Nobody else yet
web-friends = With friends
web-friends-about = Make a table and send the link: nobody needs to sign up.
web-new-table = New table
web-together = Pass the phone
web-code = Have a link or a code?
web-join = Join
web-code-wrong = That doesn’t look like a link or a code.
web-public-tables = Open tables
web-refresh = Refresh
web-no-public-tables = No tables are open to everyone right now. Make one!
web-no-server = The server can’t be reached. You can still play against bots.
web-seats-taken = { $taken } of { $seats } seats taken
web-stage-waiting = starting soon
web-stage-playing = playing
web-stage-resting = between games
web-more = More
web-link-rules = The rules, in five versions
web-link-review = Review a finished game

web-your-name = Your name

web-round = Round { $number }
web-no-randomness = This browser provides no random numbers, and without them there are no fair dice: you can’t play in it.

web-house-rules = house rules

## The page: rules and games that are over

web-back-to-start = Back to the start

web-rules-preset-tournament = Tournament
web-rules-preset-classic = Classic
web-rules-preset-international = International
web-rules-preset-calza = Calza
web-rules-preset-dudo = Dudo
web-rules-preset-says = “{ $preset }”: { $sentence }

web-games-title = Your games

## People

web-with-people = Play with people
web-with-friends = Play with friends
web-claim-title = Claim a name
web-link-lobby = All open tables, live
web-leaders = Leaderboards
web-link-learn = Learn: lessons, puzzles, odds
