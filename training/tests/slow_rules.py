"""The rules once more, in plain Python over dictionaries of squares: nothing shared with the kernels."""

from collections import deque

WAYS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


class Game:
    """A board as {(file, rank): mark} with marks "o" own, "e" enemy, "." empty, "x" burnt."""

    def __init__(self, size, own, enemy, empty):
        self.size = size
        self.cells = {}
        for rank in range(size[1]):
            for file in range(size[0]):
                s = rank * size[0] + file
                mark = "o" if own >> s & 1 else "e" if enemy >> s & 1 else "." if empty >> s & 1 else "x"
                self.cells[file, rank] = mark

    def copy(self):
        twin = object.__new__(Game)
        twin.size, twin.cells = self.size, dict(self.cells)
        return twin

    def sets(self):
        at = {"o": 0, "e": 1, ".": 2}
        out = [0, 0, 0]
        for (file, rank), mark in self.cells.items():
            if mark in at:
                out[at[mark]] |= 1 << (rank * self.size[0] + file)
        return out

    def slides(self, square):
        for df, dr in WAYS:
            there = (square[0] + df, square[1] + dr)
            while self.cells.get(there) == ".":
                yield there
                there = (there[0] + df, there[1] + dr)

    def moves(self):
        for square in [s for s, mark in self.cells.items() if mark == "o"]:
            for to in list(self.slides(square)):
                moved = self.copy()
                moved.cells[square], moved.cells[to] = ".", "o"
                for arrow in moved.slides(to):
                    yield square, to, arrow

    def play(self, move):
        square, to, arrow = move
        after = self.copy()
        after.cells[square], after.cells[to] = ".", "o"
        after.cells[arrow] = "x"
        swap = {"o": "e", "e": "o"}
        after.cells = {s: swap.get(mark, mark) for s, mark in after.cells.items()}
        return after

    def number(self, square):
        return square[1] * self.size[0] + square[0]

    def packed(self, move):
        square, to, arrow = (self.number(s) for s in move)
        return square | to << 8 | arrow << 16

    def queen_distances(self, mark):
        """Breadth first over queen moves on the empty squares."""
        queue = deque(s for s, m in self.cells.items() if m == mark)
        distance = {s: 0 for s in queue}
        while queue:
            here = queue.popleft()
            for there in self.slides(here):
                if there not in distance:
                    distance[there] = distance[here] + 1
                    queue.append(there)
        return {s: d for s, d in distance.items() if d > 0}


def mover_wins(game, seen):
    """Brute force: has the player to move a move after which the other loses?"""
    key = tuple(game.sets())
    if key not in seen:
        seen[key] = any(not mover_wins(game.play(move), seen) for move in game.moves())
    return seen[key]
