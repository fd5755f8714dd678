"""Students of every sort behind the engine: what they do wrong is said, and nothing of it ends the engine."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

import numpy

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "python")]

import reversi  # noqa: E402
import student  # noqa: E402
import ugi  # noqa: E402
import usability  # noqa: E402

OURS = os.path.join(os.environ["SPARRING_BIN"], "reversi")
GREEDY = HERE / "samples/greedy.py"
HOST = [sys.executable, HERE / "student_engine.py"]


def file_of(test, go, head=""):
    """A submission whose `go` is these lines."""
    body = "".join(f"        {line}\n" for line in go.splitlines())
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    path = pathlib.Path(folder.name) / "submission.py"
    path.write_text(f"import numpy as np\nimport time\n{head}\nclass AI(object):\n"
                    "    def __init__(self, size, color, time_out):\n        self.candidate_list = []\n"
                    f"    def go(self, chessboard):\n        self.candidate_list.clear()\n{body}")
    return path


IS_PIPE = """
def is_pipe(fd):
    import fcntl, os
    try:
        return fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE == os.O_WRONLY
    except OSError:
        return False
"""


class Hosted(unittest.TestCase):
    """position startpos moves d3: white may play (2, 2), (2, 4) and (4, 2)."""

    def engine(self, path, **options):
        engine = ugi.EngineProcess([*HOST, path], options, timeout=60, stderr=subprocess.DEVNULL)
        self.addCleanup(engine.quit)
        return engine

    def answer(self, go, head="", limits=None, **options):
        """(move, what is said about it) of a student whose go is this; then the engine must still be usable."""
        engine = self.engine(file_of(self, go, head), **options)
        engine.position(moves=["d3"])
        move = engine.go(timeout=60, **(limits or {"movetime": 60000}))
        said = " ".join(" ".join(words) for words in engine.infos)
        engine.position(moves=["d3"])
        self.assertEqual(engine.legal_moves(), ["c3", "e3", "c5"])
        return move, said

    def test_a_decision_is_the_last_candidate(self):
        self.assertEqual(self.answer("self.candidate_list.extend([(2, 2), (2, 4), (4, 2), (2, 4)])")[0], "e3")

    def test_numbers_of_numpy_and_its_old_names_are_understood(self):
        go = "self.candidate_list.extend(tuple(p) for p in np.array([(2, 2), (2, 4), (4, 2)], dtype=np.int))"
        self.assertEqual(self.answer(go)[0], "c5")

    def test_faults_are_named(self):
        for go, move, said in (
                ("self.candidate_list.append((2, 3))", "(2,3)", "not legal, (2,2) (2,4) (4,2) would be"),
                ("self.candidate_list.append('e 3')", "'e-3'", "'e 3' is not legal"),
                ("self.candidate_list.append((2, 2))", "fault:candidates", "lacks (2,4) (4,2)"),
                ("self.candidate_list += [(0, 0), (2, 2), (2, 4), (4, 2)]", "fault:candidates", "holds (0,0), not legal"),
                ("self.candidate_list += [(2, 2)] * 1001", "fault:candidates", "1001 entries, at most 1000"),
                ("pass", "fault:candidates", "candidate_list is empty, the legal moves are (2,2)"),
                ("self.candidate_list = None", "fault:candidates", "is NoneType, expected a list"),
                ("1 / 0", "fault:exception:line-16:-ZeroDivisionError:-division-by-zero", "line 16: ZeroDivisionError"),
                ("raise SystemExit", "fault:exception", "SystemExit"),
                ("import os; os._exit(3)", "fault:ended", "ended its process with status 3"),
                ("import ctypes; ctypes.string_at(0)", "fault:ended", "by SIGSEGV"),
                ("import os; [os.write(fd, b'[1]\\n') for fd in range(3, 9) if is_pipe(fd)]", "fault:ended",
                 "writes into what"),
                ("self.big = np.ones(20_000_000)", "fault:memory", "MemoryError")):
            with self.subTest(go):
                found = self.answer(go, IS_PIPE)
                self.assertTrue(found[0].startswith(move), found[0])
                self.assertIn(said, found[1])

    def test_a_decision_alone_will_do_where_it_is_asked_for(self):
        self.assertEqual(self.answer("self.candidate_list.append((2, 2))", Candidates="decision")[0], "c3")

    def test_what_is_said_to_the_console_disturbs_nobody(self):
        go = "print('bestmove a1', flush=True)\nself.candidate_list += [(2, 2), (2, 4), (4, 2)]"
        self.assertEqual(self.answer(go)[0], "c5")

    def test_a_call_is_interrupted_at_the_time_out(self):
        move, said = self.answer("self.candidate_list.append((2, 4))\nwhile True: pass", Time=500)
        self.assertEqual(move, "e3")
        self.assertIn("interrupted with 1 candidates", said)
        move, said = self.answer("time.sleep(1000)", limits={"movetime": 300})
        self.assertTrue(move.startswith("fault:time:"), move)
        self.assertIn("empty at the time-out", said)

    def test_a_call_that_cannot_be_interrupted_is_ended(self):
        swallow = "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
        self.assertEqual(self.answer("self.candidate_list.append((2, 4))\n" + swallow, Time=500)[0], "e3")
        move, said = self.answer("sum(range(10 ** 12))", Time=500)
        self.assertTrue(move.startswith("fault:time:"), move)
        self.assertIn("cannot be interrupted", said)

    def test_a_search_stops_when_told(self):
        path = file_of(self, "self.candidate_list.append((2, 4))\nwhile True: pass")
        host = subprocess.Popen([*HOST, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        with host:
            host.stdin.write("position startpos moves d3\ngo infinite\nisready\n")
            host.stdin.flush()
            self.assertEqual(host.stdout.readline(), "readyok\n")  # while it runs
            host.stdin.write("stop\nquit\n")
            host.stdin.flush()
            self.assertIn("bestmove ", host.stdout.read())
            self.assertEqual(host.wait(), 0)

    def test_files_that_cannot_be_loaded_are_blamed(self):
        for head, said in (("def broken(:", "line 3: SyntaxError"), ("import nothing_of_this_name", "ModuleNotFoundError"),
                           ("while True: int('x')", "ValueError"), ("del time; AI = 3\nraise KeyError(AI)", "KeyError")):
            with self.subTest(head):
                move, text = self.answer("pass", head)
                self.assertTrue(move.startswith("fault:load:"), move)
                self.assertIn(said, text)

    def test_nobody_is_left_behind_when_the_engine_is_killed(self):
        path = file_of(self, "open(__file__ + '.pid', 'w').write(str(__import__('os').getpid()))\nwhile True: pass")
        host = subprocess.Popen([*HOST, path], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        told = pathlib.Path(str(path) + ".pid")
        with host:
            host.stdin.write(b"position startpos moves d3\ngo infinite\n")
            host.stdin.flush()
            while not told.exists() or not told.read_text():
                time.sleep(0.02)
            host.kill()
        wait_for_end(int(told.read_text()))

    def test_one_that_ends_between_two_moves_is_blamed_and_started_again(self):
        path = file_of(self, "self.candidate_list += [(2, 2), (2, 4), (4, 2)]\n"
                             "open(__file__ + '.pid', 'w').write(str(os.getpid()))\n"
                             "threading.Timer(0.1, os._exit, [5]).start()", "import os, threading")
        engine = self.engine(path)
        engine.position(moves=["d3"])
        self.assertEqual(engine.go(movetime=60000), "c5")
        wait_for_end(int(pathlib.Path(str(path) + ".pid").read_text()))
        self.assertEqual(engine.go(movetime=60000), "fault:ended:ended-its-process-with-status-5")
        self.assertEqual(engine.go(movetime=60000), "c5")

    def test_whole_games_against_ours_end_by_the_rules(self):
        for variant in ("reversed", "othello"):
            ours = ugi.EngineProcess([OURS], {"Variant": variant})
            self.addCleanup(ours.quit)
            theirs = self.engine(GREEDY, Variant=variant)
            position, moves = reversi.Position(), []
            while position.moves():
                mover = (ours, theirs)[len(moves) % 2]
                mover.position(moves=moves)
                moves.append(mover.go(depth=2))
                position = position.play(moves[-1])
            for engine in (ours, theirs):
                engine.position(moves=moves)
                self.assertEqual(engine.query("gameover"), ["true"])
                self.assertEqual(engine.query("result"), [position.result(variant == "reversed")])

    def test_the_referee_shows_what_a_student_did(self):
        referee = os.path.join(os.environ["SPARRING_BIN"], "referee")
        if not os.path.exists(referee):
            self.skipTest("the referee is not built")
        for go, said in (("raise KeyError", "'fault:exception:line-9:-KeyError:"),
                         ("self.candidate_list.append((3, 3))", "'(3,3)'")):
            done = subprocess.run(
                [referee, "-game", "reversi/reversed", "-games", "2", "-engine", "name=student",
                 f"cmd={sys.executable} {HOST[1]} {file_of(self, go)}",
                 "-engine", "name=ours", f"cmd={OURS}", "-each", "depth=1"],
                capture_output=True, text=True)
            self.assertIn("Finished game 1 (student vs ours): 0-1 {illegal}", done.stdout)
            self.assertIn("Forfeits of student: illegal 2", done.stdout)
            self.assertIn(f"student illegal: ply 1: {said}", done.stderr)

    def test_an_illegal_list_is_lost_for_its_player(self):
        engine = self.engine(GREEDY)
        with self.assertRaisesRegex(ugi.EngineError, "move 2: 'd3' is not legal"):
            engine.position(moves=["d3", "d3"])
        self.assertEqual(engine.query("result"), ["p1win"])
        with self.assertRaisesRegex(ugi.EngineError, "expected 64 of"):
            engine.position(fen="nonsense")
        with self.assertRaisesRegex(ugi.EngineError, "Time: 0 is not within"):
            engine.set_option("Time", 0)


def wait_for_end(pid):
    for _ in range(1000):
        try:
            if pathlib.Path(f"/proc/{pid}/stat").read_text().split()[2] in "ZX":
                return
        except (FileNotFoundError, ProcessLookupError):
            return
        time.sleep(0.02)
    raise AssertionError(f"process {pid} still runs")


class Usability(unittest.TestCase):
    def run_test(self, path):
        done = subprocess.run([sys.executable, HERE / "usability.py", path], capture_output=True, text=True)
        return done.returncode, done.stdout

    def test_the_boards_are_as_described(self):
        positions = [reversi.Position.from_fen(fen) for fen in usability.BOARDS]
        self.assertEqual([position.color for position in positions], [-1] * 5 + [1] * 5)
        self.assertEqual([index for index, position in enumerate(positions) if position.moves() == ["pass"]], [4])

    def test_a_sound_submission_passes(self):
        status, text = self.run_test(GREEDY)
        self.assertEqual(status, 0, text)
        self.assertIn("10 of 10 boards passed", text)

    def test_a_faulty_one_sees_what_is_missing(self):
        status, text = self.run_test(file_of(self, "self.candidate_list.append((2, 3))", "import os"))
        self.assertEqual(status, 1)
        self.assertIn("line 3: 'import os' is forbidden", text)
        self.assertIn("board  1  black (-1)", text)
        self.assertIn("lacks (3,2) (4,5) (5,4)", text)
        self.assertIn("the decision (2,3) is not legal", text)


class LocalAI(unittest.TestCase):
    def test_plays_in_a_simulator(self):
        os.environ.update(SPARRING_ENGINE=OURS, SPARRING_MOVETIME="5")
        import local_ai
        players = {color: local_ai.AI(8, color, 5) for color in (-1, 1)}
        position = reversi.Position()
        while position.moves():
            found = players[position.color].go(numpy.array(position.board).reshape(8, 8))
            self.assertIs(found, players[position.color].candidate_list)
            legal = [divmod(square, 8) for square in reversi.squares(position.board, position.color)]
            reply = student.Reply("done", list(found), len(found))
            decision, fault = student.judge(reply, legal, True)
            self.assertIsNone(fault)
            position = position.play(reversi.name(8 * decision[0] + decision[1]) if decision else "pass")
        with self.assertRaisesRegex(ValueError, "8x8"):
            local_ai.AI(6, -1, 5)


if __name__ == "__main__":
    unittest.main()
