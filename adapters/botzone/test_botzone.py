"""The bridge against a double of the platform, over HTTP."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "python")]

import games  # noqa: E402
import local_ai  # noqa: E402
import platform_double  # noqa: E402
import players  # noqa: E402
import ugi  # noqa: E402

BIN = os.environ["SPARRING_BIN"]
REVERSI, AMAZONS = os.path.join(BIN, "reversi"), os.path.join(BIN, "amazons")


def make(match, game, slot=0, **more):
    return platform_double.Match(match, game, slot, REVERSI if game is games.Reversi else AMAZONS, **more)


class Bridge(unittest.TestCase):
    def play(self, matches, make_player, trouble=None):
        """(results, what was said)"""
        platform = platform_double.Platform(matches, trouble)
        self.addCleanup(platform.close)
        said, pauses = [], []
        local_ai.Bridge(platform.url, make_player, said.append, pauses.append).run(len(matches))
        self.assertEqual(pauses, [1] * len([kind for kind in (trouble or {}).values() if kind != "again"]))
        self.assertNotIn("no response", "\n".join(said))
        return platform.results, said

    def test_wins_reversi_in_both_seats_and_both_spellings_at_a_time(self):
        matches = [make("r0", games.Reversi), make("r1", games.Reversi, 1), make("r2", games.Reversi, 1, is_json=True)]
        results, said = self.play(matches, lambda: players.UgiPlayer([REVERSI], 5, {"Hash": 4}))
        self.assertEqual(results, {"r0": "0 2 2 0", "r1": "1 2 0 2", "r2": "1 2 0 2"})
        self.assertIn("match r1: over, we were player 1, scores 0 2", said)

    def test_plays_on_through_trouble(self):
        trouble = {1: "drop", 3: "503", 5: "drop", 7: "nonsense", 9: "again", 11: "again", 12: "drop"}
        matches = [make("a0", games.Amazons), make("a1", games.Amazons, 1, is_json=True),
                   make("gone", games.Amazons, abort_after=4)]
        results, said = self.play(matches, lambda: players.UgiPlayer([AMAZONS], 5, {}), trouble)
        self.assertEqual(results, {"a0": "0 2 2 0", "a1": "1 2 0 2", "gone": "0 0"})
        self.assertIn("match gone: aborted", said)
        self.assertTrue(any("Service Unavailable), again in 1 s" in line for line in said), said)

    def test_a_program_of_the_simple_interaction_is_fed_the_whole_match(self):
        with tempfile.TemporaryDirectory() as folder:
            bot = pathlib.Path(folder) / "bot.py"
            bot.write_text(f"import sys\nsys.path[:0] = [{str(HERE.parent / 'python')!r}]\n" + SIMPLE_BOT)
            results, _ = self.play([make("s0", games.Reversi), make("s1", games.Reversi, 1, is_json=True)],
                                   lambda: players.SimplePlayer([sys.executable, "-B", str(bot)], 60), {3: "again", 5: "drop"})
        for result in results.values():
            self.assertNotIn("illegal", result)

    def test_an_engine_that_ends_is_started_again(self):
        class Mortal(players.UgiPlayer):
            def answer(self, request):
                if self.engine and len(self.moves) % 8 < 2:
                    self.engine.kill()
                return super().answer(request)
        results, _ = self.play([make("m", games.Reversi)], lambda: Mortal([REVERSI], 5, {}))
        self.assertEqual(results, {"m": "0 2 2 0"})

    def test_a_wrong_address_is_told(self):
        platform = platform_double.Platform([])
        self.addCleanup(platform.close)
        with self.assertRaisesRegex(local_ai.Refused, "status 404: are user and secret"):
            local_ai.Bridge(platform.url.replace("secret", "wrong"), None).run()

    def test_the_command_line_starts_a_match_and_plays_it(self):
        platform = platform_double.Platform([make("c", games.Reversi, 1)])
        self.addCleanup(platform.close)
        done = subprocess.run([sys.executable, HERE / "local_ai.py", platform.url, "--movetime", "5", "--option", "Hash=4",
                               "--matches", "1", "--run", "Reversi", "b07", "--slot", "1", "--", REVERSI],
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(platform.asked_for, [{"X-Game": "Reversi", "X-Player-1": "me", "X-Player-0": "b07"}])
        self.assertIn("match 5f1e0c0ffee0: asked for\n", done.stdout)
        self.assertIn("match c: over, we were player 1, scores 0 2\n", done.stdout)
        self.assertNotIn("secret", done.stdout)

    def test_wrong_words_are_told(self):
        for words, said in ((["http://x/localai"], "expected '--'"), (["ftp://x", "--", "e"], "expected an address"),
                            (["http://x/localai", "--option", "Hash", "--", "e"], "expected NAME=VALUE")):
            done = subprocess.run([sys.executable, HERE / "local_ai.py", *words], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)


class Requests(unittest.TestCase):
    def test_are_read_in_both_forms(self):
        for text, game, move in (("2 3", games.Reversi, "c4"), ('{"x": -1, "y": -1}', games.Reversi, "pass"),
                                 ('{"request": {"y": 7, "x": 0}}', games.Reversi, "a8"),
                                 ("2 0 2 5 5 5", games.Amazons, "c1-c6/f6"),
                                 ('{"x0":2,"y0":0,"x1":2,"y1":5,"x2":5,"y2":5}', games.Amazons, "c1-c6/f6")):
            found, numbers, is_json = games.read(text)
            self.assertEqual((found, found.to_ugi(numbers), is_json), (game, move, text[0] == "{"))
            self.assertEqual(game.from_ugi(move), numbers)

    def test_that_are_none_are_refused(self):
        for text in ("", "1", "8 1", "-1 3", "1 2 3", "a b", "{", "{}", '{"x":1}', '{"x":"1","y":2}', '{"x":true,"y":2}',
                     '{"x":1.0,"y":2}', "[" * 9999, '{"a":' * 99999, "0 0 0 0 0 -1", '{"request":5}'):
            with self.assertRaises(games.BadRequest, msg=text[:20]):
                games.read(text)

    def test_answers_are_read_whole_or_refused(self):
        self.assertEqual(games.read_answer("1 2\r\nm1\r\n2 3\r\nm2 0 2 2 0\r\nm3 1 0\r\n"),
                         ([("m1", "2 3")], [("m2", ["0", "2", "2", "0"]), ("m3", ["1", "0"])]))
        self.assertEqual(games.read_answer("0 0"), ([], []))
        for body in ("", "1", "1 0\nm1", "-1 0", "0 1\n\n", "1 0\nm: 1\n2 3", "1 0\n\n2 3", "x y", "\u00b2 0"):
            with self.assertRaises(ValueError, msg=body):
                games.read_answer(body)

    def test_that_contradict_the_rules_are_not_answered(self):
        player = players.UgiPlayer([REVERSI], 5, {})
        self.addCleanup(player.close)
        with self.assertRaisesRegex(games.BadRequest, r"'0 0' \(a1\) is not legal after no move; has the match begun before"):
            player.answer("0 0")
        self.assertEqual(player.answer("-1 -1").count(" "), 1)
        with self.assertRaisesRegex(games.BadRequest, "not one of reversi"):
            player.answer("0 0 0 0 0 0")
        for command, request, said in ((["/nowhere"], "-1 -1", "cannot be started"), ([REVERSI], "-1 " * 6, "Variant")):
            with self.assertRaisesRegex(ugi.EngineError, said):
                players.UgiPlayer(command, 5, {}).answer(request)
        for move in ("d1-d10/c9", "i1-a1/a2", "none", "a1a2"):
            with self.assertRaisesRegex(ValueError, "no move of an 8x8 board"):
                games.Amazons.from_ugi(move)


SIMPLE_BOT = """
import reversi
lines = sys.stdin.read().split("\\n")
turn = int(lines[0])
assert len(lines) == 2 * turn + 1, lines
position, told = reversi.Position(), [tuple(map(int, line.split())) for line in lines[1:2 * turn]]
for index, (x, y) in enumerate(told):
    if index or x >= 0:
        position = position.play("pass" if x < 0 else "abcdefgh"[x] + str(y + 1))
move = position.moves()[0]
print("-1 -1" if move == "pass" else f"{'abcdefgh'.index(move[0])} {int(move[1]) - 1}")
print("said for debugging")
"""


if __name__ == "__main__":
    unittest.main()
