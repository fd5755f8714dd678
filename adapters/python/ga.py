#!/usr/bin/env python3
"""A genetic algorithm whose candidates play in `tuner eval --stdio FILE`.

ga.py TUNER FILE [GENERATIONS [POPULATION [PAIRS]]]
"""
import json
import random
import subprocess
import sys


class Evaluator:
    def __init__(self, tuner, file):
        self.process = subprocess.Popen([tuner, "eval", "--stdio", file], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.hello = json.loads(self.process.stdout.readline())

    def scores(self, genomes, pairs, seed):
        """Shares of the points against the start. The seed chooses the openings: the same for all."""
        scores, sent = {}, 0
        while len(scores) < len(genomes):
            while sent < len(genomes) and sent - len(scores) < self.hello["window"]:
                request = {"v": 1, "type": "eval", "id": f"{seed}.{sent}", "params": genomes[sent],
                           "pairs": pairs, "seed": seed}
                print(json.dumps(request), file=self.process.stdin, flush=True)
                sent += 1
            answer = json.loads(self.process.stdout.readline())
            if answer["type"] == "error":
                sys.exit(answer["text"])
            if answer["type"] == "result":  # one that failed has no score
                scores[int(answer["id"].split(".")[1])] = answer.get("score", 0)
        return [scores[i] for i in range(len(genomes))]


def child(params, mother, father):
    """Each parameter from one of the parents; one in five moves by up to a tenth of its range."""
    genome = {}
    for p in params:
        value = random.choice((mother, father))[p["name"]]
        if random.random() < 0.2:
            value += round(random.uniform(-0.1, 0.1) * (p["max"] - p["min"]) / p["step"]) * p["step"]
        genome[p["name"]] = min(max(value, p["min"]), p["max"])
    return genome


def main(tuner, file, generations=10, population=20, pairs=8):
    evaluator = Evaluator(tuner, file)
    params = [p for p in evaluator.hello["params"] if p["type"] != "enum"]
    start = {p["name"]: p["default"] for p in params}
    genomes = [start] + [child(params, start, start) for _ in range(int(population) - 1)]
    for generation in range(int(generations)):
        scores = evaluator.scores(genomes, int(pairs), generation)
        ranked = [genome for _, genome in sorted(zip(scores, genomes), key=lambda each: -each[0])]
        print(generation, max(scores), json.dumps(ranked[0]), flush=True)
        parents = ranked[: max(2, len(ranked) // 4)]
        genomes = parents + [child(params, *random.sample(parents, 2))
                             for _ in range(len(genomes) - len(parents))]
    evaluator.process.stdin.close()  # the end of its input ends it
    return evaluator.process.wait()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
