#!/usr/bin/env python3
"""Plays the games of candidates that the tuner thinks up: evaluator.py TUNER serve --stdio FILE ...
Put your own into play(). Here a formula plays: the nearer to 0.7 of the ranges, the stronger."""
import json
import random
import subprocess
import sys


def play(params, opponent, pairs):
    """Won, drawn and lost games of `params`, two for each pair: one with either first move."""
    def strength(values):
        places = [(values[p["name"]] - p["min"]) / (p["max"] - p["min"]) for p in spec]
        return -400 * sum((place - 0.7) ** 2 for place in places)
    lead = strength(params) - strength(opponent)
    wins = sum(random.random() < 1 / (1 + 10 ** (-lead / 400)) for _ in range(2 * pairs))
    return [wins, 0, 2 * pairs - wins]


def request(**message):
    print(json.dumps({"v": 1, **message}), file=tuner.stdin, flush=True)
    reply = json.loads(tuner.stdout.readline())
    if reply["type"] == "error":
        sys.exit(reply["text"])
    return reply


tuner = subprocess.Popen(sys.argv[1:], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
spec = [p for p in json.loads(tuner.stdout.readline())["params"] if p["type"] != "enum"]
start = {p["name"]: p["default"] for p in spec}
while not (hand := request(type="ask", n=8))["done"]:
    for item in hand["items"]:
        try:  # against another candidate, or against our own opponent: the start
            wdl = play(item["params"], item.get("params_b", start), item["budget"]["pairs"])
            request(type="tell", cid=item["cid"], wdl=wdl)
        except ArithmeticError as error:
            request(type="fail", cid=item["cid"], reason=str(error))
print(json.dumps(request(type="best")))
tuner.stdin.close()  # the end of its input ends it
sys.exit(tuner.wait())
