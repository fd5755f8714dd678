#!/usr/bin/env python3
"""A genetic algorithm that the tuner plays for: ga.py TUNER FILE [GENERATIONS POPULATION PAIRS]"""
import json
import random
import sys
from subprocess import PIPE, Popen


def scores(genomes, seed):
    """Shares of the points against the start, all from the openings that the seed draws."""
    found, ahead = [0] * len(genomes), hello["window"] - 1  # so many more are sent than answered
    for i in range(len(genomes) + ahead):
        if i < len(genomes):
            print(json.dumps({"type": "eval", "id": f"{seed}.{i}", "params": genomes[i],
                              "pairs": pairs, "seed": seed}), file=tuner.stdin, flush=True)
        if i >= ahead:
            if (answer := json.loads(tuner.stdout.readline()))["type"] == "error":
                sys.exit(answer["text"])
            found[int(answer["id"].split(".")[1])] = answer.get("score", 0)  # failed: no score
    return found


def gene(p):
    """A parameter of one of the best; one in five moves by up to a tenth of its range."""
    steps = round(random.uniform(-0.1, 0.1) * (p["max"] - p["min"]) / p["step"])
    value = random.choice(best)[p["name"]] + steps * p["step"] * (random.random() < 0.2)
    return min(max(value, p["min"]), p["max"])


generations, size, pairs = map(int, sys.argv[3:] or (10, 20, 8))
tuner = Popen([sys.argv[1], "eval", "--stdio", sys.argv[2]], text=True, stdin=PIPE, stdout=PIPE)
hello = json.loads(tuner.stdout.readline())
params = [p for p in hello["params"] if p["type"] != "enum"]
best = [{p["name"]: p["default"] for p in params}]
for generation in range(generations):
    genomes = best + [{p["name"]: gene(p) for p in params} for _ in range(size - len(best))]
    scored = sorted(zip(scores(genomes, generation), genomes), key=lambda each: -each[0])
    print(generation, scored[0][0], json.dumps(scored[0][1]), flush=True)
    best = [genome for _, genome in scored[:max(2, size // 4)]]
sys.exit(tuner.communicate() and tuner.returncode)  # the end of its input ends it
