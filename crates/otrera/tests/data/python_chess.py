"""Drives `otrera engine uci` by python-chess, which was written for chess and knows nothing of Amazons.

python_chess.py PROGRAM [ARGUMENT …]

Greeting, pings and options are python-chess's own; positions and moves go through it as lines. Plays a game of the engine against
itself on 6x6 and prints its moves.
"""

import asyncio
import re
import sys

import chess.engine


class Go(chess.engine.BaseCommand):
    """A position, a search, and the line with the answer."""

    def __init__(self, engine, position, go):
        super().__init__(engine)
        self.engine = engine
        self.said = [position, go]
        self.depths = []

    def start(self):
        for line in self.said:
            self.engine.send_line(line)

    def line_received(self, line):
        token, _, rest = line.partition(" ")
        if token == "info" and rest.startswith("depth "):
            # Its own parser of what engines tell, moves apart.
            before = rest.split(" pv ")[0]
            info = chess.engine._parse_uci_info(before, chess.Board())
            assert {"depth", "score", "nodes", "time"} <= set(info), line
            self.depths.append(info["depth"])
        elif token == "bestmove":
            self.result.set_result(rest.split()[0])
            self.set_finished()


async def main():
    transport, engine = await chess.engine.popen_uci(sys.argv[1:])
    assert engine.id["name"].startswith("Otrera"), engine.id
    assert engine.options["Threads"].max >= 1 and "10x10" in engine.options["BoardSize"].var
    await engine.configure({"Threads": 1, "Hash": 1, "BoardSize": "6x6"})
    await engine.ping()
    moves = []
    while True:
        position = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        move = await engine.communicate(lambda engine: Go(engine, position, "go movetime 10"))
        if move == "(none)":
            break
        assert re.fullmatch(r"[a-f][1-6][a-f][1-6],[a-f][1-6][a-f][1-6]", move), move
        moves.append(move)
    await engine.ping()
    await engine.quit()
    print(" ".join(moves))


asyncio.run(main())
