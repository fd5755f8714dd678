"""The bot in games of a double of pyspiel."""
import os
import pathlib
import random
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "double"), str(HERE.parent / "python")]

import pyspiel  # noqa: E402
import ugi  # noqa: E402
import ugi_bot  # noqa: E402

BIN = os.environ["SPARRING_BIN"]
ENGINES = {"amazons": "amazons", "dots_and_boxes": "dots-and-boxes", "othello": "reversi"}


class RandomBot(pyspiel.Bot):
    def __init__(self, seed):
        super().__init__()
        self.dice = random.Random(seed)

    def step(self, state):
        return self.dice.choice(state.legal_actions())

    def inform_action(self, state, player_id, action):
        pass

    def restart_at(self, state):
        pass


def evaluate(state, bots):
    """As OpenSpiel's evaluate_bots does."""
    for bot in bots:
        bot.restart_at(state)
    while not state.is_terminal():
        player = state.current_player()
        action = bots[player].step(state)
        for other, bot in enumerate(bots):
            if other != player:
                bot.inform_action(state, player, action)
        state.apply_action(action)
    return state.returns()


class Bot(unittest.TestCase):
    def bot(self, game):
        engine = os.path.join(BIN, ENGINES[game.get_type().short_name])
        bot = ugi_bot.UgiBot(game, [engine], {"Hash": 4}, depth=2)
        self.addCleanup(bot.close)
        return bot

    def test_beats_a_random_bot_in_either_seat(self):
        for name, parameters in (("othello", {}), ("dots_and_boxes", {"num_rows": 3, "num_cols": 4}),
                                 ("dots_and_boxes", {"num_rows": 5, "num_cols": 5}),
                                 ("amazons", {}), ("amazons", {"board_size": 6}), ("amazons", {"board_size": 8})):
            game = pyspiel.load_game(name, parameters)
            bot = self.bot(game)
            self.assertTrue(bot.is_made)
            for seat in (0, 1):
                with self.subTest(name, seat=seat, **parameters):
                    bots = [bot, RandomBot(seat)][::1 if seat == 0 else -1]
                    self.assertEqual(evaluate(game.new_initial_state(), bots)[seat], 1.0)

    def test_plays_against_itself(self):
        for name in ENGINES:
            game = pyspiel.load_game(name)
            self.assertIn(evaluate(game.new_initial_state(), [self.bot(game), self.bot(game)])[0], (-1.0, 0.0, 1.0))

    def test_a_state_out_of_order_is_no_matter(self):
        game = pyspiel.load_game("amazons")
        bot, states = self.bot(game), [game.new_initial_state() for _ in range(2)]
        dice = random.Random(7)
        for _ in range(6):
            states[1].apply_action(dice.choice(states[1].legal_actions()))
        for _ in range(9):
            for state in states:
                for _ in range(3):
                    state.apply_action(bot.step(state))

    def test_an_engine_that_ends_is_started_again(self):
        game = pyspiel.load_game("othello")
        bot, state = self.bot(game), game.new_initial_state()
        bot._engine.kill()
        state.apply_action(bot.step(state))

    def test_what_it_cannot_play_is_told(self):
        with self.assertRaisesRegex(ValueError, "checkers: expected one of amazons, dots_and_boxes, othello"):
            ugi_bot.UgiBot(pyspiel.load_game("checkers"), ["engine"])
        with self.assertRaisesRegex(ugi.EngineError, "Variant"):
            self.bot(pyspiel.load_game("dots_and_boxes", {"num_rows": 9, "num_cols": 9}))
        game = pyspiel.load_game("amazons")
        bot, state = self.bot(game), game.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        with self.assertRaisesRegex(ValueError, "begun by somebody else"):
            bot.step(state)
        with self.assertRaisesRegex(ValueError, "began with edges drawn"):
            self.bot(pyspiel.load_game("dots_and_boxes")).step(pyspiel.DotsAndBoxes(drawn=[(0, 0, "h")]))


if __name__ == "__main__":
    unittest.main()
