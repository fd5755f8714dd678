"""Reversi's rules on plain lists: 64 squares row by row from a1 (top left); BLACK -1 moves first, WHITE 1, 0 empty."""
BLACK, WHITE, PASS = -1, 1, "pass"
STEPS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


def start():
    board = [0] * 64
    board[27] = board[36] = WHITE
    board[28] = board[35] = BLACK
    return board


def turned(board, color, square):
    """The discs that a disc of `color` on `square` would turn; none if it may not go there."""
    if board[square]:
        return []
    found = []
    for down, right in STEPS:
        row, column, run = square // 8 + down, square % 8 + right, []
        while 0 <= row < 8 and 0 <= column < 8 and board[8 * row + column] == -color:
            run.append(8 * row + column)
            row, column = row + down, column + right
        if run and 0 <= row < 8 and 0 <= column < 8 and board[8 * row + column] == color:
            found += run
    return found


def squares(board, color):
    """Where `color` may put a disc."""
    return [square for square in range(64) if turned(board, color, square)]


def name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def square_of(text):
    """a1 .. h8 as 0 .. 63; ValueError else."""
    if len(text) != 2 or text[0] not in "abcdefgh" or text[1] not in "12345678":
        raise ValueError(f"'{text}' is no square, expected a1 to h8 or pass")
    return "abcdefgh".index(text[0]) + 8 * (int(text[1]) - 1)


class Position:
    """A board and whose turn it is; values, never changed."""

    def __init__(self, board=None, color=BLACK):
        self.board = start() if board is None else list(board)
        self.color = color

    @staticmethod
    def from_fen(fen):
        """64 of X O - and the side to move; X is Black."""
        words = fen.split()
        discs = {"X": BLACK, "x": BLACK, "*": BLACK, "O": WHITE, "o": WHITE, "0": WHITE, "-": 0, ".": 0, "_": 0}
        if len(words) != 2 or len(words[0]) != 64 or not set(words[0]) <= set(discs) or discs.get(words[1], 0) == 0:
            raise ValueError("expected 64 of X O - and X or O to move")
        return Position([discs[letter] for letter in words[0]], discs[words[1]])

    def fen(self):
        return "".join("-OX"[disc] for disc in self.board) + " " + "-OX"[self.color]

    def moves(self):
        """a1 .. h8, `pass` if there is no other, none if the game is over."""
        found = [name(square) for square in squares(self.board, self.color)]
        return found or ([PASS] if squares(self.board, -self.color) else [])

    def play(self, move):
        """The position after `move`; ValueError says why there is none."""
        text = move.lower()
        if text == PASS:
            if self.moves() != [PASS]:
                raise ValueError("'pass' is not legal: " + ("there are moves" if self.moves() else "the game is over"))
            return Position(self.board, -self.color)
        square = square_of(text)
        gain = turned(self.board, self.color, square)
        if not gain:
            raise ValueError(f"'{move}' is not legal: " + ("the square is taken" if self.board[square] else "it turns no disc"))
        board = list(self.board)
        for each in (square, *gain):
            board[each] = self.color
        return Position(board, -self.color)

    def result(self, reversed_game):
        """`p1win`, `p2win`, `draw`, or `none` while the game goes on; Black is p1, and fewer discs win if reversed."""
        if self.moves():
            return "none"
        lead = -sum(self.board) * (-1 if reversed_game else 1)
        return "draw" if lead == 0 else "p1win" if lead > 0 else "p2win"
