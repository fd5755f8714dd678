"""S5, tables I and II: w against the number of the move, over games of the Amazons engine with itself."""

import random
import statistics
import sys

from ugi import Engine

games = int(sys.argv[1])
engine = Engine("amazons", Solve=0, Hash=1)
draw = random.Random(1)
by_move = {}
for _ in range(games):
    moves = []
    engine.position(moves)
    for _ in range(2):
        moves.append(draw.choice(engine.moves()))
        engine.position(moves)
    while not engine.over():
        engine.send("eval")
        table = dict(line.rsplit(None, 2)[:2] for line in engine.read("total") if len(line.split()) == 3)
        by_move.setdefault(len(moves) + 1, []).append(float(table["w"]))
        moves.append(engine.best(1))
        engine.position(moves)
engine.close()


def r_squared(rows):
    """Of the means on the number of the move."""
    x, y = [n for n, _ in rows], [w for _, w in rows]
    return statistics.correlation(x, y) ** 2 if len(rows) > 2 else float("nan")


rows = [(n, statistics.mean(all_w)) for n, all_w in sorted(by_move.items())]
print("| move | games | w, mean | standard deviation |\n|---|---|---|---|")
for n, w in rows:
    if n % 4 == 1:
        spread = statistics.pstdev(by_move[n])
        print(f"| {n} | {len(by_move[n])} | {w:.1f} | {spread:.1f} |")
print(f"\nR² of the mean on the number of the move: {r_squared([r for r in rows if r[0] <= 21]):.3f} up to move 21, "
      f"{r_squared([r for r in rows if r[0] <= 45]):.3f} up to move 45.")
