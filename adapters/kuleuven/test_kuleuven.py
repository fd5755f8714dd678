"""The agent against a double of the course's competition program."""
import asyncio
import json
import os
import pathlib
import signal
import subprocess
import sys
import unittest

import websockets

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "python")]

import dots  # noqa: E402
import platform_double as double  # noqa: E402
import ugi  # noqa: E402

ENGINE = os.path.join(os.environ["SPARRING_BIN"], "dots-and-boxes")
START = {"type": "start", "player": 1, "timelimit": 0.15, "game": "g", "grid": [2, 2]}


class Agent(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.process = subprocess.Popen([sys.executable, HERE / "dotsandboxesagent", "0", "--engine", ENGINE,
                                         "--option", "Hash=4"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.process.stdout.close)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        line = self.process.stdout.readline()
        self.assertRegex(line, r"^Running on ws://127\.0\.0\.1:\d+\n$")
        self.address = line.split()[-1]

    async def test_beats_a_random_player_in_either_seat(self):
        async with double.connect(self.address) as agent:
            for seat in (1, 2):
                sides = [agent, double.RandomPlayer(seat)][::1 if seat == 1 else -1]
                score, asked = await double.compete(*sides, 2, 3, f"game {seat}")
                self.assertGreater(score[seat - 1], score[2 - seat])
                self.assertIn(1, asked)

    async def test_one_process_plays_both_sides_of_several_games_at_a_time(self):
        async def game(rows, columns):
            async with double.connect(self.address) as first, double.connect(self.address) as second:
                return await double.compete(first, second, rows, columns, "one name for all")
        scores = await asyncio.gather(game(1, 1), game(2, 2), game(1, 3), game(2, 2))
        # The values of these boards, from the first player's side: -1, +2, -1.
        self.assertEqual([score for score, _ in scores], [[0, 1], [3, 1], [1, 2], [3, 1]])

    async def test_one_connection_may_bring_both_players(self):
        async with double.connect(self.address) as agent:
            for player in (1, 2):
                await agent.send(json.dumps({**START, "player": player}))
            referee = double.Referee(2, 2)
            while not referee.is_over():
                answer = json.loads(await asyncio.wait_for(agent.recv(), 60))
                player = referee.turn
                referee.play((*answer["location"], answer["orientation"]))
                for _ in (1, 2):
                    await agent.send(json.dumps({**answer, "game": "g", "player": player, "nextplayer": referee.turn}))
            self.assertEqual(referee.score, [3, 1])

    async def test_stays_usable_after_any_message(self):
        action = {"type": "action", "game": "g", "player": 2, "nextplayer": 1, "location": [0, 0], "orientation": "h"}
        bad = ["", "{", "[]", "5", b"\xff\x00", "[" * 9999, {"type": "start"}, {**START, "player": 3},
               {**START, "player": True}, {**START, "grid": [2]}, {**START, "grid": [2, "2"]}, {**START, "grid": [0, 2]}, {**START, "timelimit": "long"},
               {**START, "timelimit": float("nan")}, {**START, "timelimit": float("inf")},
               {**START, "game": None}, {**START, "type": "begin"}, {**action, "game": "another"},
               {**action, "location": [2, 2]}, {**action, "location": [0]}, {**action, "orientation": "d"},
               {**action, "location": [-1, 0]}]
        async with double.connect(self.address) as agent:
            await agent.send(json.dumps({**START, "player": 2}))
            for message in bad:
                await agent.send(message if isinstance(message, (str, bytes)) else json.dumps(message))
            await agent.send(json.dumps({**action, "player": 1, "nextplayer": 2}))
            answer = json.loads(await asyncio.wait_for(agent.recv(), 60))
            self.assertEqual(answer["type"], "action")
            self.assertNotEqual((answer["location"], answer["orientation"]), ([0, 0], "h"))

    async def test_boards_that_the_engine_does_not_have_are_refused(self):
        async with double.connect(self.address) as agent:
            await agent.send(json.dumps({**START, "grid": [9, 9]}))
            with self.assertRaises(websockets.exceptions.ConnectionClosedError) as closed:
                await asyncio.wait_for(agent.recv(), 60)
            self.assertEqual(closed.exception.rcvd.code, 1011)
            self.assertIn("Variant", closed.exception.rcvd.reason)

    async def test_ends_when_told_and_leaves_no_engine_behind(self):
        async with double.connect(self.address) as agent:
            await agent.send(json.dumps(START))
            await asyncio.wait_for(agent.recv(), 60)
            threads = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/children")
            engines = [pid for thread in threads for pid in thread.read_text().split()]
            self.assertEqual(len(engines), 2)
            self.process.send_signal(signal.SIGTERM)
            await asyncio.wait_for(agent.wait_closed(), 60)
        self.assertEqual(self.process.wait(60), 0)
        self.assertFalse([pid for pid in engines if pathlib.Path("/proc", pid).exists()])

    def test_says_why_it_cannot_start(self):
        port = self.address.rsplit(":", 1)[1]
        for words, said in (([port], "address already in use"), (["0", "--engine", "/nowhere"], "cannot be started"),
                            (["0", "--option", "Nothing=1"], "has no option 'Nothing'")):
            done = subprocess.run([sys.executable, HERE / "dotsandboxesagent", *words, *(
                [] if "--engine" in words else ["--engine", ENGINE])], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn(said, done.stderr)
            self.assertNotIn("Traceback", done.stderr)


class Edges(unittest.TestCase):
    def test_have_the_same_names_as_the_engine_s(self):
        with ugi.EngineProcess([ENGINE]) as engine:
            for rows, columns in ((2, 3), (5, 5), (1, 21), (21, 1)):
                engine.set_option("Variant", f"{rows}x{columns}")
                engine.position()
                edges = dots.edges(rows, columns)
                self.assertEqual(sorted(engine.legal_moves()), sorted(dots.to_ugi(edge, rows) for edge in edges))
                self.assertEqual([dots.from_ugi(dots.to_ugi(edge, rows), rows) for edge in edges], edges)
            # The place, not only the name: the engine reads OpenSpiel's spelling, which is from the top left.
            engine.set_option("Variant", "2x3")
            for row, column, orientation in dots.edges(2, 3):
                engine.position(moves=[f"P1({orientation},{row},{column})"])
                self.assertNotIn(dots.to_ugi((row, column, orientation), 2), engine.legal_moves())

    def test_other_names_are_refused(self):
        for move in ("", "none", "c4", "c4d", "4ch", "a111h"):
            with self.assertRaises(ValueError):
                dots.from_ugi(move, 5)


if __name__ == "__main__":
    unittest.main()
