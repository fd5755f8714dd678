"""As much of OpenSpiel's pyspiel as a bot needs, with three of its games; numbers of actions, texts and starting positions
as read in its sources (games/amazons, games/dots_and_boxes, games/othello)."""
import types

import dots
import reversi


class Bot:
    def __init__(self):
        self.is_made = True  # pybind11 fails without this call, too


class Game:
    def __init__(self, name, state, parameters):
        self._name, self._state, self._parameters = name, state, parameters

    def get_type(self):
        return types.SimpleNamespace(short_name=self._name)

    def get_parameters(self):
        return dict(self._parameters)

    def new_initial_state(self):
        return self._state(**self._parameters)


class State:
    def __init__(self):
        self._history, self._player = [], 0

    def history(self):
        return list(self._history)

    def current_player(self):
        return self._player

    def action_to_string(self, player, action):
        return f"{player}:{action}"

    def apply_action(self, action):
        if action not in self.legal_actions():
            raise AssertionError(f"action {action} after {self._history}")
        self._apply(action)
        self._history.append(action)

    def is_terminal(self):
        return not self.legal_actions()


class Othello(State):
    def __init__(self):
        super().__init__()
        self.at = reversi.Position()

    def legal_actions(self):
        return [64 if move == "pass" else reversi.square_of(move) for move in self.at.moves()]

    def _apply(self, action):
        self.at = self.at.play("pass" if action == 64 else reversi.name(action))
        self._player = 1 - self._player

    def returns(self):
        lead = {"p1win": 1.0, "p2win": -1.0}.get(self.at.result(False), 0.0)
        return [lead, -lead]


class DotsAndBoxes(State):
    def __init__(self, num_rows=2, num_cols=2, drawn=()):
        super().__init__()
        self.rows, self.columns, self.points = num_rows, num_cols, [0, 0]
        self.edges, self.drawn = dots.edges(num_rows, num_cols), set(drawn)

    def legal_actions(self):
        return [action for action, edge in enumerate(self.edges) if edge not in self.drawn]

    def _apply(self, action):
        self.drawn.add(self.edges[action])
        gain = dots.closed(self.drawn, self.edges[action], self.rows, self.columns)
        self.points[self._player] += gain
        self._player = self._player if gain else 1 - self._player

    def returns(self):
        lead = float((self.points[0] > self.points[1]) - (self.points[0] < self.points[1]))
        return [lead, -lead]


class Amazons(State):
    STARTS = {  # cells of player 0 (X), of player 1 (O)
        6: ((1, 4, 6, 11), (24, 29, 31, 34)),
        8: ((2, 5, 16, 23), (40, 47, 58, 61)),
        10: ((60, 69, 93, 96), (3, 6, 30, 39))}

    def __init__(self, board_size=10):
        super().__init__()
        self.size, self.board = board_size, ["."] * board_size ** 2
        for cells, mark in zip(self.STARTS[board_size], "XO"):
            for cell in cells:
                self.board[cell] = mark

    def reached(self, cell):
        found = []
        for down, right in reversi.STEPS:
            row, column = cell // self.size + down, cell % self.size + right
            while 0 <= row < self.size and 0 <= column < self.size and self.board[self.size * row + column] == ".":
                found.append(self.size * row + column)
                row, column = row + down, column + right
        return sorted(found)

    def legal_actions(self):
        if len(self._history) % 3:
            return self.reached(self._history[-1])
        return [cell for cell, mark in enumerate(self.board) if mark == "XO"[self._player] and self.reached(cell)]

    def _apply(self, action):
        stage = len(self._history) % 3
        self.board[action] = (".", "XO"[self._player], "#")[stage]
        if stage == 2:
            self._player = 1 - self._player

    def returns(self):
        return [-1.0, 1.0] if self._player == 0 else [1.0, -1.0]

    def __str__(self):
        return "\n".join("".join(self.board[i:i + self.size]) for i in range(0, self.size ** 2, self.size))


def load_game(name, parameters=None):
    known = {"othello": Othello, "dots_and_boxes": DotsAndBoxes, "amazons": Amazons}
    return Game(name, known.get(name), parameters or {})
