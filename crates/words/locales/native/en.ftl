## The page: rules and games that are over

# What a link says about itself where people send it.
preview-title = Perudo: dice, bids and bluffs
preview-about = Liar’s dice in the browser, against bots or with friends. Free, no sign-up.
preview-table = You are invited to a game of Perudo
preview-waiting = { $rules }. { $count ->
    [0] Nobody is at the table yet.
    [one] { $names } is waiting for you.
   *[other] { $names } are waiting for you.
} { $free ->
    [0] All seats are taken.
    [one] One seat is free.
   *[other] { $free } seats are free.
}
preview-playing = { $rules }. { $names } are playing.
preview-game = A game of Perudo, move by move
preview-game-about = { $names } played, and every die is open now.
preview-person = { $name } plays Perudo
preview-rating = { $pool }: { $certain ->
    [yes] { $rating }
   *[no] about { $rating }
}
preview-rules = Perudo: { $rules }
preview-rules-about = How it is played, in plain words, and how it differs from the other rule sets.
preview-rules-name = { $preset } rules{ $house ->
    [yes] {" "}with changes
   *[no] { "" }
}

# The log of a table, for those who look after a server.
log-opened = The table is opened. Rules: { $rules }.
log-came-to-wait = { $name } waits for a seat.
log-bot-sat = { $name } sits down, a bot: { $level }.
log-match-began = A new match begins.
log-rest-ended = The host begins the next game at once.
log-silenced = The host has silenced { $name }.
log-may-speak = { $name } may speak again.
log-committed = { $name } commits to a new hash chain.
log-server-committed = The server commits to a new hash chain.
log-clock-restarted = A server has taken the table up again: the time of the turn begins anew.

check-unreadable = cannot read { $file }: { $why }

## The terminal

term-plain-hint = Type a bid like 3x4 (three fours), or “dudo” if you don’t believe the last one. “help” lists everything you can type.
term-plain-help =
    3x4            bid three fours (1 is the ace)
    dudo, d        you don’t believe the bid
    calza, c       the bid is exactly right, where the rules allow it
    maputo, pass   declare maputo, or don’t
    odds, o        how likely the bids are
    table, t       how the game stands
    rules          the rules of this table
    start          begin, or play again
    skip           let the bots play the rest quickly, once you’re out
    say TEXT       talk to the others
    quit, q        stop
term-nonsense = “{ $word }” isn’t something you can do here: a bid looks like 3x4; otherwise it’s dudo, calza, maputo or pass. “help” lists the rest.
term-round-you = Round { $number }{ $kind ->
    [maputo] , maputo
    [final] , final
   *[normal] { "" }
}: you open.
term-plain-over = The game is over. Type “start” to play again, or “quit”.
term-legal = You may: { $legal }.
term-dice-left = Dice left: { $dice }.
term-standing = The bid to beat: { $bid } ({ $name }).
term-odds = { $short }: true { $chance }, exactly { $exact }
term-odds-standing = The bid to beat, { $short }: true { $chance }, exactly { $exact }
term-no-odds = There are no odds to show right now: there are no dice under your cup, or this table doesn’t allow them.
term-kept = Your game is saved: “perudo play --resume” takes you back to it.
term-not-kept = The game can’t be saved: { $why }.
term-bye = Goodbye!
term-nothing-kept = There is no saved game: start a new one with “perudo play”.
term-too-small = This window is too small to play in: it takes at least { $width } columns and { $height } lines. Make it bigger, or play in plain lines: perudo play --plain.
term-start-keys = ↑↓ choose · ←→ change · Enter go · Q quit
term-players = Players
term-quit = Quit
term-certain-loss = Your own dice already show it: this will cost you a die. Once more if you mean it.
term-counting = { $bid }? Counted so far: { $count }
term-you-start = You are the host: start when everyone is here.
term-space = Space
term-key-help = Help
term-key-odds = Odds
term-key-bidding = 1–6 ←→ face · ↑↓ count
term-keys =
    1–6, ←→     choose the face
    ↑↓, + −     more, fewer
    Enter       bid
    D           I don’t believe it (dudo)
    C           calza: exactly
    M, P        declare maputo, or don’t
    Space       go on after a showdown
    O           the odds, where the table allows them
    S, B        start; add a bot (the host)
    J, R, K     sit down; I’m back; skip to the end
    PgUp PgDn   older and newer news
    Q, Ctrl-C   quit: your game is saved, your seat stays yours
term-keys-talk = T           talk to the others
term-nobody-reads = Only bots play here: nobody would read it. Esc goes back to the game.
term-plain-lobby = You are the host. “start” begins the game, “bot steady” adds a bot.
term-plain-waits = You are at the table. The host will start the game.
term-connected = Connected again.
term-seat-stays = Your seat stays yours: come back with the same link. Until then a bot plays for you.
term-no-terminal = There is no terminal to draw on. Play in plain lines: perudo play --plain.
term-link-no-table = That isn’t a link to a table: a link looks like http://HOST:PORT/t/TABLE.
term-link-no-server = That isn’t the address of a server: it looks like http://HOST:PORT.
term-no-server = { $server } doesn’t answer: { $why }.
term-not-perudo = { $server } answers, but it isn’t a Perudo server.
term-other-version = The server is version { $theirs }, this program { $own }, and they don’t understand each other: use the same version.
term-any-key = Any key closes this.
term-any-key-scroll = ↑↓ scrolls, any other key closes this.
term-no-randomness = This system provides no random numbers, and without them there are no fair dice.
term-online-about = The address of a server. Enter shows its open tables.
term-key-watch = Watch
term-key-back = Back
term-tables-hint = Type a number to join that table, “watch 1” to watch it, “new” to make a table of your own, “list” to look again, or “quit”.
term-tables-nonsense = “{ $word }” isn’t in the list: type the number of a table, “watch 1”, “new”, “list” or “quit”.
term-seat-stays-listed = Your seat stays yours: join the same table again to take it back. Until then a bot plays for you.
term-broken = Something in the program has broken, as described above. That is a bug.
