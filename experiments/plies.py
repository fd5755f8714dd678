"""S4: how often do searches of 3, 4 and 5 plies choose the same move? The game goes on with the deepest."""

import random
import sys

from ugi import Engine

rules, games = sys.argv[1], int(sys.argv[2])
engine = Engine("reversi", Variant=rules, Solve=0, Weights="hand-reversed" if rules == "reversed" else "hand")
draw = random.Random(1)
counts = {}
for _ in range(games):
    moves = []
    engine.position(moves)
    for _ in range(8):
        moves.append(draw.choice(engine.moves()))
        engine.position(moves)
    while not engine.over():
        if len(engine.moves()) > 1:
            three, four, five = (engine.best(depth) for depth in (3, 4, 5))
            row = counts.setdefault("9-24 25-40 41-60".split()[(len(moves) - 8) // 16 if len(moves) < 40 else 2], [0] * 5)
            for i, same in enumerate((three == four == five, three == four, four == five, three == five)):
                row[i + 1] += same
            row[0] += 1
        moves.append(engine.best(5))
        engine.position(moves)
engine.close()
counts["all"] = [sum(column) for column in zip(*counts.values())]
for plies, (all_of_them, *same) in counts.items():
    cells = " | ".join(f"{100 * n / all_of_them:.1f} %" for n in same)
    print(f"| {rules} | {plies} | {all_of_them} | {cells} |")
