"""Botzone's spelling of reversi's and Amazons' moves, as text (`2 3`) and as JSON, and UGI's. Pure."""
import json
import re


class BadRequest(ValueError):
    """What Botzone sent and we cannot read."""


class Reversi:
    """(x, y) from the top left corner, a1; (-1, -1) is a pass, or the first request of who begins."""
    name, keys, options = "reversi", ("x", "y"), {"Variant": "othello"}
    size = 8

    @staticmethod
    def to_ugi(numbers):
        x, y = numbers
        return "pass" if x < 0 else "abcdefgh"[x] + str(y + 1)

    @staticmethod
    def from_ugi(move):
        return (-1, -1) if move == "pass" else coordinates(move, 1)


class Amazons:
    """From, to, arrow. Botzone's (0, 0) is top left, ours bottom left, with the first player on our side."""
    name, keys, options = "amazons", ("x0", "y0", "x1", "y1", "x2", "y2"), {"Variant": "8x8"}
    size = 8

    @staticmethod
    def to_ugi(numbers):
        squares = ["abcdefgh"[x] + str(y + 1) for x, y in zip(numbers[::2], numbers[1::2])]
        return f"{squares[0]}-{squares[1]}/{squares[2]}"

    @staticmethod
    def from_ugi(move):
        return coordinates(move, 3)


GAMES = (Reversi, Amazons)


def coordinates(move, count):
    """The squares of a UGI move; ValueError if it has not so many."""
    squares = re.findall("[a-h][1-8]", move)
    if len(squares) != count or re.sub("[a-h][1-8]", "", move) not in ("", "-/"):
        raise ValueError(f"'{move}' is no move of an 8x8 board")
    return tuple(number for square in squares for number in ("abcdefgh".index(square[0]), int(square[1]) - 1))


def read(text):
    """(game, numbers, whether it is JSON) of a request; the game is told by how many numbers there are."""
    stripped = text.strip()
    is_json = stripped.startswith("{")
    try:
        if is_json:
            value = json.loads(stripped)
            if isinstance(value.get("request"), dict):  # as some platforms wrap it
                value = value["request"]
            game = next((each for each in GAMES if set(each.keys) == set(value)), None)
            numbers = tuple(value[key] for key in game.keys) if game else ()
        else:
            numbers = tuple(int(word) for word in stripped.split())
            game = next((each for each in GAMES if len(each.keys) == len(numbers)), None)
    except (ValueError, RecursionError):
        game = None
    if game is None:
        raise BadRequest(f"request '{text[:80]}': expected two numbers (reversi) or six (Amazons), as text or as JSON")
    if not all(type(number) is int and -1 <= number < game.size for number in numbers) or (
            -1 in numbers and set(numbers) != {-1}):
        raise BadRequest(f"request '{text[:80]}': expected numbers from 0 to {game.size - 1}, or -1 for all of them")
    return game, numbers, is_json


def spell(game, numbers, as_json):
    return json.dumps(dict(zip(game.keys, numbers))) if as_json else " ".join(map(str, numbers))


def read_answer(body):
    """([(match, request)], [(match, [word])]) of what Botzone's poll brings; ValueError says what is wrong with it.
    The words of a result are: our slot, the number of players (0: aborted), the scores."""
    lines = [line.rstrip("\r") for line in body.split("\n")]
    counts = lines[0].split()
    if len(counts) != 2 or not all(word.isascii() and word.isdigit() for word in counts):
        raise ValueError(f"answer begins with '{lines[0][:80]}', expected the numbers of requests and results")
    requests, results = map(int, counts)
    if len(lines) < 1 + 2 * requests + results:
        raise ValueError(f"answer has {len(lines)} lines, expected {1 + 2 * requests + results}")
    asked = [(lines[i].strip(), lines[i + 1]) for i in range(1, 1 + 2 * requests, 2)]
    ended = [line.split() for line in lines[1 + 2 * requests:][:results]]
    for match, words in [*asked, *((words[0] if words else "", words) for words in ended)]:
        if not re.fullmatch(r"[0-9A-Za-z_-]+", match):
            raise ValueError(f"answer names a match '{match[:80]}'")
    return asked, [(words[0], words[1:]) for words in ended]
