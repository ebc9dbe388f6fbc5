"""Who does work that can wait: processes of this machine, or the nodes of a Ray cluster. The same jobs either way.

A job is plain data, and what comes of it depends on nothing else; so it may be done anywhere, and again where a worker
died. Whoever has the work done gets each result once, and alone writes it down.

    with LocalCrew(cores()) as crew:  # or RayCrew("head:6379")
        for number, game in crew.do(play_game, jobs):
            ...
"""
