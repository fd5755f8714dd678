"""Both sides of UGI against engines that behave and that do not."""
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

import ugi
import ugi_engine

HERE = os.path.dirname(os.path.abspath(__file__))
ENGINE = os.path.join(os.environ["SPARRING_BIN"], "reversi")


def program(test, text):
    """The command of a Python program."""
    file = tempfile.NamedTemporaryFile("w", suffix=".py", delete=False)
    test.addCleanup(os.remove, file.name)
    with file:
        file.write(f"import sys\nsys.path.insert(0, {HERE!r})\n" + textwrap.dedent(text))
    return [sys.executable, file.name]


class Host(unittest.TestCase):
    def test_plays_with_an_engine(self):
        with ugi.EngineProcess([ENGINE], {"hash": 1, "EXACT": True}) as engine:
            self.assertEqual(engine.name, "Sparring reversi")
            engine.position(moves=["d3", "c5"])
            self.assertIn(engine.go(depth=2), engine.legal_moves())
            self.assertEqual(engine.infos[-1][:3], ["info", "depth", "2"])
            self.assertEqual(engine.query("p1turn"), ["true"])
            engine.position(fen="X" * 64 + " O")
            self.assertEqual(engine.legal_moves(), [])
        self.assertFalse(engine.is_running)

    def test_tells_what_the_engine_complains_about(self):
        with ugi.EngineProcess([ENGINE]) as engine:
            for call, said in ((lambda: engine.position(moves=["a1"]), "move 1 'a1'"),
                               (lambda: engine.set_option("Hash", 0), "Hash: 0 is below 1"),
                               (lambda: engine.set_option("No such", 0), "has no option 'No such'")):
                with self.assertRaisesRegex(ugi.EngineError, said):
                    call()
            engine.position()
            self.assertEqual(engine.query("fen")[1], "X")

    def test_says_why_there_is_no_answer(self):
        silent = program(self, """
            print('ugiok', flush=True)
            for line in sys.stdin:
                if line == 'isready\\n': print('readyok', flush=True)
            """)
        for command, said in (("/nowhere/engine", "cannot be started: No such file"),
                              (program(self, "sys.exit(3)"), r"has ended \(status 3\)"),
                              (program(self, "print('ugi' * 9, flush=True)"), "where 'ugiok' was due")):
            with self.assertRaisesRegex(ugi.EngineError, said):
                ugi.EngineProcess(command)
        engine = ugi.EngineProcess(silent)
        with self.assertRaisesRegex(ugi.EngineError, "no 'bestmove' within 0.1 s"):
            engine.go(timeout=0.1)
        self.assertFalse(engine.is_running)
        with self.assertRaisesRegex(ugi.EngineError, "does not hear 'isready'"):
            engine.is_ready()


class Counter(ugi_engine.Engine):
    """Counts to the number of moves; `go` without limits until told."""
    name, author = "counter", "a test"
    options = (ugi_engine.Option("Step Size", "spin", "1", 1, 9), ugi_engine.Option("Loud", "check", "false"),
               ugi_engine.Option("Colour", "combo", "red", choices=("red", "dark blue")), ugi_engine.Option("Text", "string"))
    length = 0

    def position(self, fen, moves):
        if fen == "bad":
            raise ValueError("not a position")
        self.length = len(moves)

    def go(self, limits, stop):
        if not limits:
            stop.wait()
        return str(self.length * self.values["Step Size"] + limits.get("depth", 0))

    def query(self, what):
        return "true" if what == ["gameover"] else None


class Guest(unittest.TestCase):
    def converse(self, text):
        done = subprocess.run([sys.executable, __file__, "count"], input=text.encode(), capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout.decode().splitlines()

    def test_introduces_itself(self):
        self.assertEqual(self.converse("ugi\nquit\nisready\n"), [
            "id name counter", "id author a test", "option name Step Size type spin default 1 min 1 max 9",
            "option name Loud type check default false",
            "option name Colour type combo default red var red var dark blue",
            "option name Text type string default <empty>", "ugiok"])

    def test_options_are_read_as_they_are_meant(self):
        self.assertEqual(self.converse("setoption name step size value 3\nposition startpos moves a b\ngo depth 1\n"),
                         ["bestmove 7"])
        self.assertEqual(self.converse("setoption name COLOUR value Dark Blue\nsetoption name Step Size value ten\n"
                                       "setoption name Step Size value 10\nsetoption name Loud value maybe\n"
                                       "setoption name Colour value green\nsetoption name Taste value good\nsetoption\n"),
                         ["info string error option Step Size: 'ten' is no whole number",
                          "info string error option Step Size: 10 is not within 1..9",
                          "info string error option Loud: 'maybe' is neither true nor false",
                          "info string error option Colour: 'green' is none of red, dark blue",
                          "info string error option Taste: there is none of that name",
                          "info string error option : there is none of that name"])

    def test_stays_usable_after_any_line(self):
        self.assertEqual(self.converse("\n \xff\nposition\nposition fen bad\nquery\nquery what\ngo infinite\nisready\r\n")[-4:],
                         ["info string error position: expected startpos or fen",
                          "info string error position: not a position", "readyok", "bestmove 0"])

    def test_a_search_ends_when_told_and_at_the_end(self):
        self.assertEqual(self.converse("go infinite\nisready\nstop\nquery gameover\nquit\n"),
                         ["readyok", "bestmove 0", "response true"])
        self.assertEqual(self.converse("position startpos moves a\ngo\n"), ["bestmove 1"])

    def test_is_driven_by_the_other_side(self):
        with ugi.EngineProcess([sys.executable, __file__, "count"], {"Loud": True, "Text": "two words"}) as engine:
            engine.position(moves=["a", "b", "c"])
            self.assertEqual(engine.go(depth=2), "5")
            self.assertEqual(engine.query("gameover"), ["true"])
            with self.assertRaisesRegex(ugi.EngineError, "not a position"):
                engine.position(fen="bad")


if __name__ == "__main__":
    sys.exit(Counter().run()) if sys.argv[1:] == ["count"] else unittest.main()
