"""A whole submission: the move that turns the fewest discs. Copy it, and make it better."""
import numpy as np

COLOR_BLACK, COLOR_WHITE, COLOR_NONE = -1, 1, 0
STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        gains = {}
        for row, column in np.argwhere(chessboard == COLOR_NONE).tolist():
            gain = self.turned(chessboard, row, column)
            if gain:
                gains[(row, column)] = gain
        self.candidate_list.extend(gains)
        if gains:
            self.candidate_list.append(min(gains, key=gains.get))
        return self.candidate_list

    def turned(self, chessboard, row, column):
        total = 0
        for down, right in STEPS:
            r, c, run = row + down, column + right, 0
            while 0 <= r < self.chessboard_size and 0 <= c < self.chessboard_size and chessboard[r, c] == -self.color:
                r, c, run = r + down, c + right, run + 1
            if 0 <= r < self.chessboard_size and 0 <= c < self.chessboard_size and chessboard[r, c] == self.color:
                total += run
        return total
