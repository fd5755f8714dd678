"""Who answers a match's requests: a UGI engine, or a program that speaks Botzone's simple interaction."""
import pathlib
import subprocess
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent.parent / "python")]

import games  # noqa: E402
import ugi  # noqa: E402


class UgiPlayer:
    """One match, one engine. The platform tells only the newest move, so we keep all."""

    def __init__(self, command, movetime, options):
        self.command, self.movetime, self.options = command, movetime, options
        self.engine, self.game, self.moves, self.last = None, None, [], (None, None)

    def answer(self, request):
        """The response; ugi.EngineError or games.BadRequest if there is none."""
        game, numbers, as_json = games.read(request)
        if self.game and game is not self.game:
            raise games.BadRequest(f"request '{request}' is not one of {self.game.name}, which this match has begun with")
        self.game = game
        for attempt in (1, 2):
            try:
                if not self.engine:
                    self.engine = ugi.EngineProcess(self.command, {**game.options, **self.options})
                return self._answer(request, numbers, as_json)
            except ugi.EngineError:
                self.close()
                if attempt == 2:
                    raise

    def _answer(self, request, numbers, as_json):
        game, moves = self.game, list(self.moves)
        begins = not moves and not self.last[0] and -1 in numbers
        if not begins:
            if game is games.Amazons and -1 in numbers:
                raise games.BadRequest(f"request '{request}' opens a match that is under way")
            move = game.to_ugi(numbers)
            self.engine.position(moves=moves)
            if self.engine.query("islegal", move) != ["true"]:
                if request == self.last[0]:
                    return self.last[1]  # sent again, since our answer was lost
                hint = "" if moves else "; has the match begun before this program?"
                raise games.BadRequest(f"request '{request}' ({move}) is not legal after {' '.join(moves) or 'no move'}{hint}")
            moves.append(move)
        self.engine.position(moves=moves)
        best = self.engine.go(movetime=self.movetime)
        try:
            response = games.spell(game, game.from_ugi(best), as_json)
        except ValueError as error:
            raise ugi.EngineError(f"{self.engine.name}: {error}") from None
        self.moves, self.last = [*moves, best], (request, response)
        return response

    def close(self):
        if self.engine:
            self.engine.quit()
            self.engine = None


class SimplePlayer:
    """A process for each turn, which is fed the whole match (any game whose requests are one line)."""

    def __init__(self, command, timeout):
        self.command, self.timeout, self.lines, self.response = command, timeout, [], None

    def answer(self, request):
        try:
            game, numbers, as_json = games.read(request)
            line = games.spell(game, numbers, False)
        except games.BadRequest:
            game, numbers, as_json, line = None, (), False, request  # another game: as it stands
        if game and self.lines and line == self.lines[-2] and -1 not in numbers:
            return self.response  # nobody can move so twice: sent again, since our answer was lost
        turn = len(self.lines) // 2 + 1
        fed = "\n".join([str(turn), *self.lines, line]) + "\n"
        try:
            done = subprocess.run(self.command, input=fed.encode(), stdout=subprocess.PIPE, timeout=self.timeout)
            said = done.stdout
        except subprocess.TimeoutExpired as error:
            said = error.stdout or b""  # some wait for more after their answer
        except OSError as error:
            raise ugi.EngineError(f"{self.command[0]}: cannot be started: {error.strerror}") from error
        response = said.decode("utf-8", "replace").split("\n")[0].strip()
        if not response or not response.isprintable() or not response.isascii():
            raise ugi.EngineError(f"{self.command[0]}: no response in turn {turn}")
        self.lines += [line, response]
        self.response = games.spell(game, games.read(response)[1], True) if as_json else response
        return self.response

    def close(self):
        pass
