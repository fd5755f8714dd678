#!/usr/bin/env python3
"""A student's class AI as a UGI engine: student_engine.py FILE.py (README.md says how to seat it)."""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "python")]

import reversi  # noqa: E402
import student  # noqa: E402
import ugi_engine  # noqa: E402


def word_of(text):
    """One word in printable ASCII, that can stand where a move does."""
    return "".join(letter if "!" <= letter <= "~" else "?" for letter in "-".join(text.split())[:120])


class StudentEngine(ugi_engine.Engine):
    author = "a student"
    options = (
        ugi_engine.Option("Variant", "combo", "reversed", choices=("reversed", "othello")),
        ugi_engine.Option("Time", "spin", "5000", 1, 600000),  # ms for each go; the platform's 5 s
        ugi_engine.Option("Memory", "spin", "100", 0, 65536),  # MB beside Python and numpy, 0: no limit
        ugi_engine.Option("Candidates", "combo", "usability", choices=("usability", "decision")),
        ugi_engine.Option("Move Overhead", "spin", "50", 0, 10000),
    )

    def __init__(self, path):
        super().__init__()
        self.name = pathlib.Path(path).stem
        self.path = path
        self.student = student.Student(path, self.values["Memory"])
        self.at, self.loser = reversi.Position(), 0

    def option_set(self, name):
        if name == "Memory":
            self.close()
            self.student = student.Student(self.path, self.values["Memory"])

    def new_game(self):
        self.close()
        self.student = student.Student(self.path, self.values["Memory"])
        self.student.start()  # imports take their time before the clock runs; a fault is told by the first go
        self.at, self.loser = reversi.Position(), 0

    def position(self, fen, moves):
        self.at, self.loser = reversi.Position.from_fen(fen) if fen else reversi.Position(), 0
        for number, move in enumerate(moves, 1):
            try:
                self.at = self.at.play(move)
            except ValueError as error:
                self.loser = self.at.color
                raise ValueError(f"move {number}: {error}") from None

    def go(self, limits, stop):
        legal = [divmod(square, 8) for square in reversi.squares(self.at.board, self.at.color)]
        if self.loser or not self.at.moves():
            return "none"
        time_out = self.values["Time"] / 1000
        reply = self.student.go(self.at.board, self.at.color, time_out, self.seconds(limits, time_out), stop)
        decision, fault = student.judge(reply, legal, self.values["Candidates"] == "usability")
        if not fault:
            how = "interrupted" if reply.state == "interrupted" else "back"
            self.say(f"info time {1000 * reply.seconds:.0f} string {how} with {reply.count} candidates")
        if fault:
            kind, text = fault
            self.complain(f"{kind}: {text}")
            # No move of any game, so that every referee counts it as the student's fault and shows what it was;
            # `resign` would look like an honest end of the game.
            return word_of(student.spelled([decision]) if kind == "illegal" else f"fault:{kind}:{text}")
        return reversi.name(8 * decision[0] + decision[1]) if decision else reversi.PASS

    def seconds(self, limits, most):
        """The time-out, or less where the referee's clock gives less."""
        clock = limits.get("p1time" if self.at.color == reversi.BLACK else "p2time")
        given = [value for value in (limits.get("movetime"), clock) if value is not None]
        return max(0.001, min([most, *((value - self.values["Move Overhead"]) / 1000 for value in given)]))

    def query(self, what):
        over = bool(self.loser) or not self.at.moves()
        if what[0] == "gameover":
            return str(over).lower()
        if what[0] == "p1turn":
            return str(self.at.color == reversi.BLACK).lower()
        if what[0] == "result":
            if self.loser:
                return "p2win" if self.loser == reversi.BLACK else "p1win"
            return self.at.result(self.values["Variant"] == "reversed")
        if what[0] == "fen":
            return self.at.fen()
        moves = [] if over else self.at.moves()
        if what[0] == "islegal" and len(what) > 1:
            return str(what[1].lower() in moves).lower()
        return (" ".join(moves) or "none") if what[0] == "legalmoves" else None

    def close(self):
        self.student.close()


def main():
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_file():
        print("usage: student_engine.py FILE.py  (a file with `class AI`)", file=sys.stderr)
        return 2
    return StudentEngine(sys.argv[1]).run()


if __name__ == "__main__":
    sys.exit(main())
