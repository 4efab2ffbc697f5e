"""The flight recorder: a command runs as ever, and what fails and is mended later is kept (docs/watch.md).

``process`` runs the command, `text.bound_stream` keeps what it printed, ``state`` what the work tree held;
`sources.passing` says what failed and what passes, ``recorder`` decides what that opens and closes, ``shelf`` keeps it
under the git dir, and ``endings`` makes terminations of it. A run is never disturbed: what cannot be recorded is told
on one line.
"""
