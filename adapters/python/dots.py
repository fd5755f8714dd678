"""Edges of dots-and-boxes: (row, column, 'h' or 'v') of the dot that they leave to the right or downwards, counted from 0
at the top left, as KU Leuven and OpenSpiel have them; UGI's c4h counts from a1 at the bottom left."""
import re


def to_ugi(edge, rows):
    row, column, orientation = edge
    return f"{chr(ord('a') + column)}{rows + 1 - row if orientation == 'h' else rows - row}{orientation}"


def from_ugi(move, rows):
    """ValueError if it is no edge's name."""
    found = re.fullmatch(r"([a-z])(\d{1,2})([hv])", move)
    if not found:
        raise ValueError(f"'{move}' is no edge, expected one like c4h")
    letter, number, orientation = found.groups()
    return (rows + 1 - int(number) if orientation == "h" else rows - int(number)), ord(letter) - ord("a"), orientation


def edges(rows, columns):
    """All of a board of so many boxes, horizontal ones first."""
    return ([(row, column, "h") for row in range(rows + 1) for column in range(columns)] +
            [(row, column, "v") for row in range(rows) for column in range(columns + 1)])


def sides(box):
    row, column = box
    return (row, column, "h"), (row + 1, column, "h"), (row, column, "v"), (row, column + 1, "v")


def closed(drawn, edge, rows, columns):
    """How many boxes `edge` has closed; `drawn` holds it and all before."""
    row, column, orientation = edge
    boxes = [(row, column), (row - 1, column) if orientation == "h" else (row, column - 1)]
    return sum(0 <= r < rows and 0 <= c < columns and drawn.issuperset(sides((r, c))) for r, c in boxes)
