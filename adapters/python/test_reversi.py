"""The rules against our engine's, in random games that contain passes."""
import os
import random
import unittest

import reversi
import ugi

ENGINE = os.path.join(os.environ["SPARRING_BIN"], "reversi")


class Rules(unittest.TestCase):
    def test_agree_with_the_engine_in_random_games(self):
        seen = set()
        with ugi.EngineProcess([ENGINE]) as engine:
            for seed in range(12):
                dice, position, moves = random.Random(seed), reversi.Position(), []
                while True:
                    engine.position(moves=moves)
                    legal = position.moves()
                    self.assertEqual(sorted(engine.legal_moves()), sorted(legal), moves)
                    self.assertEqual(engine.query("fen"), position.fen().split())
                    if not legal:
                        break
                    moves.append(dice.choice(legal))
                    seen.add(moves[-1])
                    position = position.play(moves[-1])
                for reversed_game in (False, True):
                    engine.set_option("Variant", "reversed" if reversed_game else "othello")
                    engine.position(fen=position.fen())
                    self.assertEqual(engine.query("result"), [position.result(reversed_game)])
                engine.set_option("Variant", "othello")
        self.assertIn("pass", seen)

    def test_say_what_is_wrong(self):
        for move, reason in (("a1", "turns no disc"), ("d4", "is taken"), ("pass", "there are moves"), ("i9", "no square")):
            with self.assertRaisesRegex(ValueError, reason):
                reversi.Position().play(move)
        for fen in ("", "X", "-" * 64, "-" * 63 + "? X", "-" * 64 + " -"):
            with self.assertRaises(ValueError, msg=fen):
                reversi.Position.from_fen(fen)


if __name__ == "__main__":
    unittest.main()
