"""An OpenSpiel bot that plays amazons, dots_and_boxes and othello with a UGI engine (README.md)."""
import pathlib
import re
import sys

import pyspiel

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "python")]

import dots  # noqa: E402
import reversi  # noqa: E402
import ugi  # noqa: E402


class Othello:
    """Actions 8 * row + column from the top left (a1), 64 a pass; player 0 is black and begins."""

    def __init__(self, _game):
        self.options = {"Variant": "othello"}

    def position(self, state):
        return None, [reversi.PASS if action == 64 else reversi.name(action) for action in state.history()]

    def actions(self, move):
        return [64 if move == reversi.PASS else reversi.square_of(move)]


class DotsAndBoxes:
    """Actions count the horizontal edges row by row from the top, then the vertical ones."""

    def __init__(self, game):
        parameters = game.get_parameters()
        self.rows = int(parameters.get("num_rows", 2))
        columns = int(parameters.get("num_cols", 2))
        self.edges = dots.edges(self.rows, columns)
        self.options = {"Variant": f"{self.rows}x{columns}"}

    def position(self, state):
        drawn = state.history()
        if len(state.legal_actions()) + len(drawn) != len(self.edges):
            raise ValueError("dots_and_boxes: the game began with edges drawn, and the state does not say by whom")
        return None, [dots.to_ugi(self.edges[action], self.rows) for action in drawn]

    def actions(self, move):
        return [self.edges.index(dots.from_ugi(move, self.rows))]


class Amazons:
    """Three actions a turn (amazon, where to, shot), each size * row + column from the top left. Which side stands at the
    top differs between board sizes, so positions are read from the state's text."""

    def __init__(self, game):
        # A parameter in some versions of OpenSpiel, a constant in others.
        self.size = len(re.findall(r"^[.XO#@]+$", str(game.new_initial_state()), re.MULTILINE))
        self.options = {"Variant": f"{self.size}x{self.size}"}

    def position(self, state):
        if len(state.history()) % 3:
            raise ValueError("amazons: the turn was begun by somebody else; a move can only be chosen whole")
        rows = re.findall(rf"^[.XO#@]{{{self.size}}}$", str(state), re.MULTILINE)
        if len(rows) != self.size:
            raise ValueError(f"amazons: expected {self.size} rows of . X O # in the state's text, not {str(state)[:200]!r}")
        fen = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
        return fen.translate(str.maketrans("XO#@", "Qq**")) + (" w" if state.current_player() == 0 else " b"), []

    def actions(self, move):
        squares = re.findall(r"([a-z])(\d+)", move)
        if len(squares) != 3:
            raise ValueError(f"'{move}' is no move of Amazons")
        return [self.size * (self.size - int(rank)) + ord(file) - ord("a") for file, rank in squares]


GAMES = {"amazons": Amazons, "dots_and_boxes": DotsAndBoxes, "othello": Othello}


class UgiBot(pyspiel.Bot):
    """Reads the whole position from the state at each step, so it may be asked about any state at any time."""

    def __init__(self, game, command, options=None, **limits):
        """command: the engine's, a list or a line. limits: UGI's, for each move: movetime=1000 (ms), depth=8, nodes=.."""
        pyspiel.Bot.__init__(self)
        name = game.get_type().short_name
        if name not in GAMES:
            raise ValueError(f"{name}: expected one of {', '.join(sorted(GAMES))}")
        self._rules = GAMES[name](game)
        self._start = (command, {**self._rules.options, **(options or {})})
        self._limits = limits or {"movetime": 1000}
        self._plan = {}  # history -> action: the rest of a turn that has been chosen
        self._engine = ugi.EngineProcess(*self._start)

    def step(self, state):
        history = tuple(state.history())
        if history not in self._plan:
            actions = self._rules.actions(self._best(*self._rules.position(state)))
            self._plan = {history + tuple(actions[:i]): action for i, action in enumerate(actions)}
        action = self._plan[history]
        if action not in state.legal_actions():
            raise ValueError(f"the engine plays {state.action_to_string(state.current_player(), action)}, which is not legal")
        return action

    def inform_action(self, state, player_id, action):
        """Nothing to do: step() reads what has been played."""

    def restart(self):
        self._plan = {}
        self._engine.new_game()

    def restart_at(self, state):
        self.restart()

    def close(self):
        """Ends the engine; so does the end of the program."""
        self._engine.quit()

    def _best(self, fen, moves):
        """The engine's move. One that has ended is started again, once."""
        try:
            self._engine.position(fen, moves)
            return self._engine.go(**self._limits)
        except ugi.EngineError:
            if self._engine.is_running:
                raise
        self._engine = ugi.EngineProcess(*self._start)
        self._engine.position(fen, moves)
        return self._engine.go(**self._limits)
