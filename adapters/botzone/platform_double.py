"""What Botzone's server does with local AIs, as far as it is known (README.md), and what goes wrong on the way there.
Its opponent plays at random; an engine of ours is the judge."""
import http.server
import random
import socket
import threading

import games
import ugi


class Match:
    def __init__(self, name, game, slot, engine, is_json=False, abort_after=None):
        self.name, self.game, self.slot, self.is_json, self.abort_after = name, game, slot, is_json, abort_after
        self.judge = ugi.EngineProcess([engine], game.options)
        self.dice, self.moves, self.request, self.result = random.Random(name), [], None, None
        if slot:
            self.opponent()
        else:
            self.ask((-1,) * len(game.keys))

    def ask(self, numbers):
        self.request = games.spell(self.game, numbers, self.is_json)

    def end(self, result):
        self.request, self.result = None, result
        self.judge.quit()

    def is_over(self):
        self.judge.position(moves=self.moves)
        if self.judge.query("gameover") == ["true"]:
            winner = {"p1win": 0, "p2win": 1}.get(self.judge.query("result")[0])
            scores = (1, 1) if winner is None else (2, 0) if winner == 0 else (0, 2)
            self.end(f"{self.slot} 2 {scores[0]} {scores[1]}")
        return self.result is not None

    def opponent(self):
        self.judge.position(moves=self.moves)
        self.moves.append(self.dice.choice(self.judge.legal_moves()))
        if not self.is_over():
            self.ask(self.game.from_ugi(self.moves[-1]))

    def respond(self, text):
        game, numbers, is_json = games.read(text)
        move = game.to_ugi(numbers)
        self.judge.position(moves=self.moves)
        if game is not self.game or is_json != self.is_json or move not in self.judge.legal_moves():
            self.end(f"{self.slot} 2 " + ("0 2" if self.slot == 0 else "2 0") + f" illegal:{text}")
            return
        self.moves.append(move)
        if self.abort_after and len(self.moves) >= self.abort_after:
            self.end(f"{self.slot} 0")
        elif not self.is_over():
            self.opponent()


class Platform:
    """`trouble`: number of the poll -> drop (the line is cut), 503, nonsense, again (the answers are lost, the
    requests come once more)."""

    def __init__(self, matches, trouble=None):
        self.matches = {match.name: match for match in matches}
        self.trouble, self.polls, self.asked_for = trouble or {}, 0, []
        platform = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                platform.get(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/api/user/secret/localai"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        for match in self.matches.values():
            match.judge.kill()

    def get(self, handler):
        if handler.path == "/api/user/secret/runmatch":
            self.asked_for.append({key: value for key, value in handler.headers.items() if key.startswith("X-")})
            return self.reply(handler, 200, "5f1e0c0ffee0")
        if handler.path != "/api/user/secret/localai":
            return self.reply(handler, 404, "no such user")
        self.polls += 1
        trouble = self.trouble.get(self.polls)
        if trouble == "drop":
            handler.connection.shutdown(socket.SHUT_RDWR)
            handler.close_connection = True
            return None
        if trouble in ("503", "nonsense"):
            return self.reply(handler, 503 if trouble == "503" else 200, "<html>out of order</html>")
        if trouble != "again":
            for name, match in self.matches.items():
                response = handler.headers.get("X-Match-" + name)
                if response is not None and match.request is not None:
                    match.respond(response)
        asked = [f"{name}\n{match.request}" for name, match in self.matches.items() if match.request]
        ended = [f"{name} {match.result}" for name, match in self.matches.items() if match.result and match.request is None]
        told = [name for name, match in self.matches.items() if match.result]
        self.results = {**getattr(self, "results", {}), **{name: self.matches[name].result for name in told}}
        for name in told:
            self.matches[name].result = None
        return self.reply(handler, 200, "\n".join([f"{len(asked)} {len(ended)}", *asked, *ended]))

    @staticmethod
    def reply(handler, status, text):
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text.encode())
