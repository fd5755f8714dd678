"""UGI (docs/protocol.md), the host's side: EngineProcess drives an engine. ugi_engine.py is the other side."""
import queue
import shlex
import subprocess
import threading
import time


class EngineError(Exception):
    """What an engine did wrong, with its name."""


def between(words, first, last):
    """The words after `first` up to `last` (or the end), as text: names and values may have blanks."""
    lower = [word.lower() for word in words]
    if first not in lower:
        return ""
    start = lower.index(first) + 1
    stop = lower.index(last, start) if last in lower[start:] else len(words)
    return " ".join(words[start:stop])


class EngineProcess:
    """A UGI engine in a process of its own. Every wait has an end: EngineError, and the process is gone."""

    def __init__(self, command, options=None, timeout=10.0, stderr=None):
        """`command`: words, or a line as a shell would split it. `timeout`: seconds for any reply but a move."""
        self.command = shlex.split(command) if isinstance(command, str) else [str(word) for word in command]
        self.timeout = timeout
        self.name = self.command[0]
        self.options = {}  # as the engine lists them: lower-case name -> its own spelling
        self.infos = []  # the last search's `info` lines
        self._complaints = []
        self._lines = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr)
        except OSError as error:
            raise EngineError(f"{self.command[0]}: cannot be started: {error.strerror}") from error
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self._send("ugi")
            self._until(lambda words: words == ["ugiok"], "ugiok", self._take_introduction)
            for name, value in (options or {}).items():
                self.set_option(name, value)
            self.is_ready()
        except BaseException:
            self.kill()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.quit()

    def set_option(self, name, value):
        if name.lower() not in self.options:
            raise EngineError(f"{self.name}: has no option '{name}'")
        text = str(value).lower() if isinstance(value, bool) else str(value)
        self._send(f"setoption name {self.options[name.lower()]} value {text}")
        self.is_ready()

    def new_game(self):
        self._send("uginewgame")
        self.is_ready()

    def position(self, fen=None, moves=()):
        """The engine's position; EngineError if it does not accept it, in its words."""
        self._send(f"position {'fen ' + fen if fen else 'startpos'}{' moves ' * bool(moves)}{' '.join(moves)}")
        self.is_ready()

    def go(self, timeout=None, **limits):
        """The move found within `limits`, by their UGI names (movetime=100, depth=4, p1time=..).
        `timeout`: seconds until the engine is given up; by default its time with a reserve, else ten minutes."""
        if timeout is None:
            known = [int(value) for key, value in limits.items() if key in ("movetime", "p1time", "p2time")]
            timeout = max(known) / 1000 + self.timeout if known else 600
        self.infos = []
        self._send(" ".join(["go", *(f"{key} {value}" for key, value in limits.items())]))
        words = self._until(lambda words: words[0] == "bestmove", "bestmove", self._take_info, timeout)
        self._complaints.clear()
        if len(words) < 2:
            raise EngineError(f"{self.name}: 'bestmove' without a move")
        return words[1]

    def query(self, *what):
        """The words after `response`."""
        self._send(" ".join(["query", *what]))
        return self._until(lambda words: words[0] == "response", "response")[1:]

    def legal_moves(self):
        moves = self.query("legalmoves")
        return [] if moves == ["none"] else moves

    def is_ready(self):
        self._send("isready")
        self._until(lambda words: words == ["readyok"], "readyok")
        if self._complaints:
            complaint, self._complaints = "; ".join(self._complaints), []
            raise EngineError(f"{self.name}: {complaint}")

    @property
    def is_running(self):
        return self._process.poll() is None

    def quit(self):
        """Asks for the end, and ends it."""
        try:
            self._send("quit")
            self._process.stdin.close()
            self._process.wait(2)
        except (EngineError, OSError, subprocess.TimeoutExpired):
            pass
        self.kill()

    def kill(self):
        self._process.kill()
        self._process.wait()
        self._reader.join(1)
        try:
            self._process.stdin.close()
        except OSError:
            pass  # what was not yet written cannot be any more
        if not self._reader.is_alive():  # else a process that the engine has left behind holds the pipe
            self._process.stdout.close()

    def _read(self):
        for line in self._process.stdout:
            self._lines.put(line.decode("utf-8", "replace").split())
        self._lines.put(None)

    def _send(self, line):
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineError(f"{self.name}: {self._end()} and does not hear '{line}'") from error

    def _end(self):
        try:
            return f"has ended (status {self._process.wait(1)})"
        except subprocess.TimeoutExpired:
            return "has closed its input"

    def _until(self, is_it, wanted, take=lambda words: None, timeout=None):
        """Lines up to the one that is it; complaints are kept for is_ready()."""
        seconds = self.timeout if timeout is None else timeout
        deadline = time.monotonic() + seconds
        while True:
            try:
                words = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                self.kill()
                raise EngineError(f"{self.name}: no '{wanted}' within {seconds:g} s") from None
            if words is None:
                self._lines.put(None)
                raise EngineError(f"{self.name}: {self._end()} where '{wanted}' was due")
            if not words:
                continue
            if is_it(words):
                return words
            if words[:3] == ["info", "string", "error"]:
                self._complaints.append(" ".join(words[3:]))
            take(words)

    def _take_introduction(self, words):
        if words[:2] == ["id", "name"]:
            self.name = " ".join(words[2:]) or self.name
        elif words[:2] == ["option", "name"]:
            name = between(words, "name", "type")
            self.options[name.lower()] = name

    def _take_info(self, words):
        if words[0] == "info":
            self.infos.append(words)
