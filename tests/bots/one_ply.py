"""A whole UGI engine: plays reversi by a look at each move, weighed by three options."""
import sys

SQUARES = {"abcdefgh"[column - 1] + str(row): 10 * row + column for row in range(1, 9) for column in range(1, 9)}
START = "-" * 27 + "OX------XO" + "-" * 27 + " X"
weights, waiting = {"Corner": 20, "Edge": 20, "Mobility": 20}, False

def parse(discs, side):
    assert len(discs) == 64 and set(discs) <= set("XO-") and side in ("X", "O")
    return dict(zip(SQUARES.values(), discs)), side

def flips(board, side, square):
    turned = []
    for step in (-11, -10, -9, -1, 1, 9, 10, 11) if board[square] == "-" else ():
        line, at = [], square + step
        while board.get(at, "-") not in ("-", side):
            line, at = line + [at], at + step
        turned += line if board.get(at) == side else []
    return turned

def moves(board, side):  # none if the game is over
    mine, theirs = ([m for m in SQUARES if flips(board, who, SQUARES[m])] for who in (side, "XO"[side == "X"]))
    return mine or ["pass"] * bool(theirs)

def play(board, side, move):
    turned = [] if move == "pass" else [SQUARES[move], *flips(board, side, SQUARES[move])]
    return {**board, **dict.fromkeys(turned, side)}, "XO"[side == "X"]

def worth(board, side, move):
    place = 0 if move == "pass" else (move[0] in "ah") + (move[1] in "18")
    return (0, weights["Edge"], weights["Corner"])[place] - weights["Mobility"] * len(moves(*play(board, side, move)))

def answer(word, args):
    global position, waiting
    if word == "ugi":
        options = [f"option name {name} type spin default 20 min 0 max 100" for name in weights]
        print("id name one_ply reversi", "id author Sparring", *options, "ugiok", sep="\n")
    elif word == "isready": print("readyok")
    elif word == "setoption":
        assert args[1] in weights, args[1] + " is no option"
        weights[args[1]] = min(100, max(0, int(args[3])))
    elif word == "position":
        position = parse(*(args[1:3] if args[0] == "fen" else START.split()))
        for move in args[args.index("moves") + 1:] if "moves" in args else []:
            assert move in moves(*position), move + " is not legal"
            position = play(*position, move)
    elif word in ("go", "stop"):
        waiting, searched = word == "go" and args in ([], ["infinite"]), waiting
        if not waiting and (word == "go" or searched):
            best = max(moves(*position), key=lambda move: worth(*position, move), default="none")
            print(f"info depth 1 score cp 0 nodes 1 pv {best}\nbestmove {best}")
    elif word == "query":
        (board, side), legal = position, moves(*position)
        lead = sum((disc == "X") - (disc == "O") for disc in board.values())
        result = "none" if legal else ("draw", "p1win", "p2win")[(lead > 0) - (lead < 0)]
        print("response", {"gameover": str(not legal).lower(), "p1turn": str(side == "X").lower(), "result": result,
                           "legalmoves": " ".join(legal) or "none", "islegal": str(args[-1] in legal).lower(),
                           "fen": "".join(board.values()) + " " + side}[args[0]])

position = parse(*START.split())
for line in sys.stdin.buffer:
    word, *args = line.decode("ascii", "replace").split() or [""]
    if word == "quit": break
    try:
        answer(word, args)
    except Exception as error:
        print("info string error", word, repr(error))
    sys.stdout.flush()
