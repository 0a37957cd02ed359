#!/usr/bin/env python3
"""An engine that speaks UCI and plays the first legal move it finds, until it does what it is told to do.

fake_engine.py [illegal | word | crash | hang | late | chatter | resign | mute] [MOVE]

From its own move number MOVE (1) on it plays an illegal move, names what is no move, crashes, says nothing more, answers after two
seconds, says a lot of nonsense before an answer, or resigns. `mute` does not even answer `uci`. Without arguments it is harmless.
"""

import sys
import time

MOOD = sys.argv[1] if len(sys.argv) > 1 else "harmless"
FIRST = int(sys.argv[2]) if len(sys.argv) > 2 else 1
START = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def read_board(fen):
    rows, turn = fen.split()[:2]
    board = {}
    rows = rows.split("/")
    for n, row in enumerate(rows):
        file, run = 0, ""
        for sign in row + " ":
            if sign.isdigit():
                run += sign
                continue
            for _ in range(int(run or 0)):
                board[file, len(rows) - 1 - n] = "."
                file += 1
            run = ""
            if sign != " ":
                board[file, len(rows) - 1 - n] = sign
                file += 1
    return board, turn


def slides(board, x, y):
    for dx, dy in WAYS:
        at = (x + dx, y + dy)
        while board.get(at) == ".":
            yield at
            at = (at[0] + dx, at[1] + dy)


def name(square):
    return "abcdefghij"[square[0]] + str(square[1] + 1)


def square(text):
    return "abcdefghij".index(text[0]), int(text[1:]) - 1


def play(board, text):
    there, shot = text.split(",")
    cut = 2 if len(there) > 2 and not there[2].isdigit() else 3
    start, end = square(there[:cut]), square(there[cut:])
    board[end], board[start] = board[start], "."
    board[square(shot[len(there[cut:]):])] = "*"


def first_move(board, turn):
    amazon = "Q" if turn == "w" else "q"
    for start in sorted(at for at in board if board[at] == amazon):
        for end in slides(board, *start):
            after = dict(board)
            after[end], after[start] = amazon, "."
            for arrow in slides(after, *end):
                return f"{name(start)}{name(end)},{name(end)}{name(arrow)}"
    return "(none)"


def say(text):
    print(text, flush=True)


def main():
    board, turn, own = None, "w", 0
    for line in sys.stdin:
        words = line.split()
        if MOOD == "mute" or not words:
            continue
        if words[0] == "uci":
            say("id name fake\nuciok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "ucinewgame":
            own = 0
        elif words[0] == "position":
            before, _, moves = line.partition("moves")
            board, turn = read_board(START if "startpos" in before else before.split("fen", 1)[1])
            for move in moves.split():
                play(board, move)
                turn = "b" if turn == "w" else "w"
        elif words[0] == "quit":
            return
        elif words[0] == "go":
            own += 1
            mood = MOOD if own >= FIRST else "harmless"
            if mood == "crash":
                sys.exit("I have had enough")
            if mood == "hang":
                time.sleep(1000)
            if mood == "late":
                time.sleep(2)
            if mood == "chatter":
                sys.stdout.flush()
                sys.stdout.buffer.write(b"\xff\xfe nonsense\n\ninfo\ninfo score\nbest move\n" * 300 + b"x" * 3000000 + b"\n")
            answer = {"illegal": "a1a1,a1a1", "word": "banana", "resign": "(none)"}.get(mood)
            say("info depth 1 score cp 0")
            say("bestmove " + (answer or first_move(board, turn)))


main()
