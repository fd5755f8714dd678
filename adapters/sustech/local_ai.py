"""Sparring's reversi engine as a class AI for local simulators. NOT FOR SUBMISSION: the platform takes one Python file,
forbids `import os`, and starting programs there is against its rules.

The environment may tell: SPARRING_ENGINE, the engine's command line (build/bin/reversi); SPARRING_VARIANT, reversed or
othello (reversed); SPARRING_MOVETIME, ms for a move (4500, and never more than the time-out less half a second)."""
import os
import pathlib
import shlex
import sys
import weakref

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "python")]

import reversi  # noqa: E402
import ugi  # noqa: E402

ENGINE = os.environ.get("SPARRING_ENGINE") or shlex.quote(str(HERE.parent.parent / "build/bin/reversi"))
VARIANT = os.environ.get("SPARRING_VARIANT", "reversed")
MOVETIME = int(os.environ.get("SPARRING_MOVETIME", "4500"))


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        if chessboard_size != 8 or color not in (reversi.BLACK, reversi.WHITE):
            raise ValueError(f"expected an 8x8 board and color -1 or 1, not {chessboard_size} and {color}")
        self.chessboard_size, self.color, self.time_out = chessboard_size, color, time_out
        self.candidate_list = []
        self.movetime = max(1, min(MOVETIME, int(1000 * time_out) - 500))
        self.engine = ugi.EngineProcess(ENGINE, {"Variant": VARIANT})
        weakref.finalize(self, self.engine.quit)  # also at the end of the program

    def go(self, chessboard):
        self.candidate_list.clear()
        position = reversi.Position([int(disc) for row in chessboard for disc in row], self.color)
        legal = reversi.squares(position.board, self.color)
        self.candidate_list.extend(divmod(square, 8) for square in legal)
        if legal:
            self.engine.position(fen=position.fen())
            best = self.engine.go(movetime=self.movetime)
            self.candidate_list.append(divmod(reversi.square_of(best), 8))
        return self.candidate_list
