#!/usr/bin/env python3
"""Plays the games of candidates that `tuner serve --stdio FILE` thinks up.

evaluator.py TUNER serve --stdio FILE [OPTIONS]

Put your own games into play(). Here a formula plays: the nearer the parameters are to 0.7 of their
ranges, the stronger.
"""
import json
import random
import subprocess
import sys


def strength(params, spec):
    return -400 * sum((((params[p["name"]] - p["min"]) / (p["max"] - p["min"])) - 0.7) ** 2
                      for p in spec)


def play(params, opponent, pairs, spec):
    """Won, drawn and lost games of `params`, two for each pair: one with either first move."""
    lead = strength(params, spec) - strength(opponent, spec)
    wins = sum(random.random() < 1 / (1 + 10 ** (-lead / 400)) for _ in range(2 * pairs))
    return [wins, 0, 2 * pairs - wins]


def main(command):
    process = subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def request(**message):
        print(json.dumps({"v": 1, **message}), file=process.stdin, flush=True)
        reply = json.loads(process.stdout.readline())
        if reply["type"] == "error":
            sys.exit(reply["text"])
        return reply

    hello = json.loads(process.stdout.readline())
    spec = [p for p in hello["params"] if p["type"] != "enum"]
    start = {p["name"]: p["default"] for p in spec}
    while not (hand := request(type="ask", n=8))["done"]:
        for item in hand["items"]:
            try:  # against another candidate, or against our own opponent: the start
                wdl = play(item["params"], item.get("params_b", start), item["budget"]["pairs"], spec)
                request(type="tell", cid=item["cid"], wdl=wdl)
            except ArithmeticError as error:
                request(type="fail", cid=item["cid"], reason=str(error))
    print(json.dumps(request(type="best")))
    process.stdin.close()  # the end of its input ends it
    return process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
