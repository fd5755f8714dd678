"""The course's competition program: it connects to two agents, tells both every action, and knows the rules."""
import asyncio
import json
import random

import dots
import websockets


class Referee:
    """A game's state."""

    def __init__(self, rows, columns):
        self.rows, self.columns, self.drawn, self.score, self.turn = rows, columns, set(), [0, 0], 1

    def play(self, edge):
        if edge in self.drawn or edge not in dots.edges(self.rows, self.columns):
            raise AssertionError(f"player {self.turn} plays {edge}")
        self.drawn.add(edge)
        gain = dots.closed(self.drawn, edge, self.rows, self.columns)
        self.score[self.turn - 1] += gain
        if not gain:
            self.turn = 3 - self.turn

    def is_over(self):
        return sum(self.score) == self.rows * self.columns


class RandomPlayer:
    """In the place of an agent's connection."""

    def __init__(self, seed):
        self.dice, self.messages, self.referee = random.Random(seed), [], None

    async def send(self, text):
        self.messages.append(json.loads(text))

    async def recv(self):
        row, column, orientation = self.dice.choice(sorted(set(
            dots.edges(self.referee.rows, self.referee.columns)) - self.referee.drawn))
        return json.dumps({"type": "action", "location": [row, column], "orientation": orientation})


async def compete(first, second, rows, columns, name, timelimit=0.15):
    """(score, the players that were asked in turn) of a game between two connections."""
    referee, asked, sides = Referee(rows, columns), [], (first, second)
    for player, side in enumerate(sides, 1):
        if isinstance(side, RandomPlayer):
            side.referee = referee
        await side.send(json.dumps({"type": "start", "player": player, "timelimit": timelimit, "game": name,
                                    "grid": [rows, columns]}))
    while not referee.is_over():
        player = referee.turn
        asked.append(player)
        answer = json.loads(await asyncio.wait_for(sides[player - 1].recv(), 60))
        assert set(answer) == {"type", "location", "orientation"} and answer["type"] == "action", answer
        referee.play((*answer["location"], answer["orientation"]))
        if not referee.is_over():
            for side in sides:
                await side.send(json.dumps({**answer, "game": name, "player": player, "nextplayer": referee.turn,
                                            "score": referee.score}))
    winner = 0 if referee.score[0] == referee.score[1] else 1 + (referee.score[1] > referee.score[0])
    for side in sides:
        await side.send(json.dumps({"type": "end", "game": name, "winner": winner}))
    return referee.score, asked


def connect(address):
    return websockets.connect(address, open_timeout=60)
