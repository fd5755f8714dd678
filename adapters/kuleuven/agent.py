"""KU Leuven's dots-and-boxes agent: a WebSocket server that plays with a UGI engine (README.md)."""
import argparse
import asyncio
import concurrent.futures
import json
import pathlib
import queue
import shlex
import signal
import sys
import time

import websockets

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "python")]

import dots  # noqa: E402
import ugi  # noqa: E402

LEAST = 10  # ms for a move, however short the limit
LONGEST = 86400  # s, of a time limit
AHEAD = 2  # engines: one for either player of the first game
CANNOT = 1011  # close code: the server cannot go on


class BadMessage(ValueError):
    """What the platform sent and we cannot read."""


def number(message, key, least, most, kind=int):
    value = message.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, kind)) or not least <= value <= most:
        raise BadMessage(f"'{key}' is {json.dumps(value)[:40]}, expected a number from {least} to {most}")
    return value


class Engines:
    """Started ahead and used again: a start takes longer than some time limits. Used by several threads."""

    def __init__(self, settings, ahead):
        self.settings, self.spare = settings, queue.SimpleQueue()
        for engine in [self.start() for _ in range(ahead)]:
            self.spare.put(engine)

    def start(self):
        return ugi.EngineProcess(self.settings.engine, dict(self.settings.option))

    def take(self, rows, columns):
        """One that is set up for a new game; ugi.EngineError if it does not have the board."""
        try:
            engine = self.spare.get_nowait()
        except queue.Empty:
            engine = self.start()
        try:
            engine.set_option("Variant", f"{rows}x{columns}")
            engine.new_game()
        except ugi.EngineError:
            engine.quit()
            raise
        return engine

    def give_back(self, engine):
        if engine.is_running:
            self.spare.put(engine)

    def close(self):
        while not self.spare.empty():
            self.spare.get().quit()


class Game:
    """One game on one connection, for one of the players or both."""

    def __init__(self, settings, engines, message):
        grid = message.get("grid")
        if not (isinstance(grid, list) and len(grid) == 2 and all(type(size) is int and size > 0 for size in grid)):
            raise BadMessage(f"'grid' is {json.dumps(grid)[:40]}, expected [rows, columns]")
        self.rows, self.columns = grid
        self.players, self.moves, self.engine = set(), [], None
        self.engines = engines
        self.movetime = int(1000 * number(message, "timelimit", 0, LONGEST, float) - settings.reserve)

    def edge(self, message):
        location, orientation = message.get("location"), message.get("orientation")
        if isinstance(location, list) and len(location) == 2 and all(type(each) is int for each in location):
            edge = (*location, orientation)
            if orientation in ("h", "v") and edge in dots.edges(self.rows, self.columns):
                return edge
        raise BadMessage(f"{json.dumps([location, orientation])[:60]} is no edge of {self.rows} x {self.columns} boxes")

    def add(self, edge):
        """False if it is drawn already: told to both players on one connection, or played again by a confused opponent."""
        move = dots.to_ugi(edge, self.rows)
        if move in self.moves:
            return False
        self.moves.append(move)
        return True

    def begin(self):
        """Gets the engine ready. Blocks."""
        if not self.engine:
            self.engine = self.engines.take(self.rows, self.columns)

    def think(self, asked):
        """The engine's edge, None if none is left; `asked`: when, by the monotonic clock. Blocks. An engine that fails
        is replaced, once."""
        for attempt in (1, 2):
            try:
                self.begin()
                self.engine.position(moves=self.moves)
                spent = int(1000 * (time.monotonic() - asked))
                move = self.engine.go(movetime=max(LEAST, self.movetime - spent))
                return None if move == "none" else dots.from_ugi(move, self.rows)
            except (ugi.EngineError, ValueError) as error:
                if self.engine:
                    self.engine.kill()
                self.engine = None
                if attempt == 2:
                    raise ugi.EngineError(str(error)) from None

    def close(self):
        if self.engine:
            self.engines.give_back(self.engine)
            self.engine = None


class Agent:
    def __init__(self, settings, engines, say):
        self.settings, self.engines, self.say = settings, engines, say
        self.pool = concurrent.futures.ThreadPoolExecutor(64)

    async def serve(self, websocket, _path=None):
        """A connection, with all games that it brings."""
        games = {}
        try:
            async for text in websocket:
                try:
                    await self.take(websocket, games, text)
                except BadMessage as error:
                    self.say(f"ignored: {error}")
        except ugi.EngineError as error:
            self.say(f"cannot play: {error}")
            await websocket.close(CANNOT, str(error)[:100])
        except websockets.exceptions.ConnectionClosed:
            pass
        finally:
            for game in games.values():
                game.close()

    async def take(self, websocket, games, text):
        asked = time.monotonic()
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict) or not isinstance(message.get("game"), (str, int)):
            raise BadMessage(f"'{text[:60]!s}' is no message of a game")
        name, kind = message["game"], message.get("type")
        if kind == "start":
            player = number(message, "player", 1, 2)
            game = Game(self.settings, self.engines, message)
            known = games.get(name)
            if known and player not in known.players and (known.rows, known.columns) == (game.rows, game.columns):
                game = known  # for the other player
            else:
                if known:
                    known.close()
                games[name] = game
                self.say(f"game {name}: {game.rows} x {game.columns} boxes, {max(LEAST, game.movetime)} ms a move")
                await self.blocking(game.begin)
            game.players.add(player)
            must_move = player == 1 and not game.moves
        elif name not in games:
            raise BadMessage(f"game {name} has not been started here")
        elif kind == "action":
            game = games[name]
            must_move = game.add(game.edge(message)) and number(message, "nextplayer", 1, 2) in game.players
        elif kind == "end":
            self.say(f"game {name}: over, winner {message.get('winner')}")
            games.pop(name).close()
            return
        else:
            raise BadMessage(f"type {json.dumps(kind)[:40]}, expected start, action or end")
        edge = await self.blocking(game.think, asked) if must_move else None
        if edge:
            await websocket.send(json.dumps({"type": "action", "location": list(edge[:2]), "orientation": edge[2]}))

    def blocking(self, work, *words):
        return asyncio.get_running_loop().run_in_executor(self.pool, work, *words)


def option(text):
    name, sign, value = text.partition("=")
    if not name or not sign:
        raise argparse.ArgumentTypeError(f"'{text}': expected NAME=VALUE")
    return name, value


async def run(settings, engines):
    def say(text):
        print(text, flush=True)
    stop = asyncio.get_running_loop().create_future()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, lambda: stop.done() or stop.set_result(None))
    async with websockets.serve(Agent(settings, engines, say).serve, settings.host, settings.port) as server:
        port = server.sockets[0].getsockname()[1]
        say(f"Running on ws://{settings.host}:{port}")
        await stop


def main(words=None):
    parser = argparse.ArgumentParser(prog="dotsandboxesagent", description=__doc__)
    parser.add_argument("port", type=int, help="0: any that is free")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--engine", default=shlex.quote(str(HERE.parent.parent / "build/bin/dots-and-boxes")),
                        help="the UGI engine's command line (build/bin/dots-and-boxes)")
    parser.add_argument("--option", type=option, action="append", default=[], metavar="NAME=VALUE", help="of the engine")
    parser.add_argument("--reserve", type=int, default=100, help="ms of the time limit that are kept back (100)")
    settings = parser.parse_args(words)
    try:
        engines = Engines(settings, AHEAD)
        try:
            asyncio.run(run(settings, engines))
        finally:
            engines.close()
    except (ugi.EngineError, OSError, OverflowError) as error:
        print(f"dotsandboxesagent: {error}", file=sys.stderr)
        return 1
    return 0
