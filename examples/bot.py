#!/usr/bin/env python3
"""A bot to start from: it looks one move ahead, wins if it can, else plays at random. It speaks UGI
(docs/protocol.md) and asks an engine for the rules of its game: python3 bot.py build/bin/reversi"""
import random
import re
import sys
from subprocess import PIPE, Popen

WIN = 100000
rules = Popen(sys.argv[1:] or sys.exit("usage: bot.py ENGINE"), stdin=PIPE, stdout=PIPE, text=True)
seed = 1


def evaluate(fen, me):  # the position after my move; I am "p1" or "p2"
    return 0  # <== YOUR IDEAS GO HERE: in hundredths of a point, the higher the better for me


def ask(*lines):  # sends lines to the rules, returns what they answer
    print(*lines, "isready", sep="\n", file=rules.stdin, flush=True)
    return list(iter(lambda: next(rules.stdout).strip(), "readyok"))


def choose():  # says the best move; of equally good ones any
    turn, fen, legal = ask("query p1turn", "query fen", "query legalmoves")
    me = "p1" if turn == "response true" else "p2"
    here = "position fen " + fen.removeprefix("response ")
    moves = [move for move in legal.split()[1:] if move != "none"]
    random.Random(f"{seed} {fen}").shuffle(moves)
    best, best_score = "none", -WIN - 1
    for move in moves[:100]:  # Amazons begins with 2176
        result, after = ask(f"{here} moves {move}", "query result", "query fen", here)[:2]
        score = evaluate(after.removeprefix("response "), me)
        if "win" in result:
            score = WIN if me in result else -WIN
        if score > best_score:
            best, best_score = move, score
    print(f"info depth 1 score cp {best_score}\nbestmove {best}")


go = ""  # until there is a number, or stop or quit
for line in sys.stdin:
    word = (line.split() or [""])[0]
    if word == "ugi":
        print("id name One ply in Python\nid author you")
        print("option name Seed type spin default 1 min 0 max 999999999")
        print(*[answer for answer in ask(line) if "Variant" in answer], "ugiok", sep="\n")
    elif word == "isready":
        print("readyok")
    elif new := re.search("setoption name seed value ([0-9]+)", line, re.IGNORECASE):
        seed = int(new[1])
    elif word in ("setoption", "position", "query"):
        sys.stdout.writelines(answer + "\n" for answer in ask(line))
    elif word == "go":
        go = line
    if go and (re.search("[0-9]", go) or word in ("stop", "quit")):
        choose()
        go = ""
    sys.stdout.flush()
    if word == "quit":
        break
