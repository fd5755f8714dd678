"""A student's class AI in a process of its own, and the judgement of its candidate list (docs: README.md)."""
import ast
import dataclasses
import json
import os
import pathlib
import queue
import signal
import subprocess
import sys
import threading
import time

HOST = pathlib.Path(__file__).resolve().parent / "student_host.py"
MOST_CANDIDATES = 1000
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
LOADING = 30.0  # s for the imports and the class; the platform's limit is not known
GRACE = 1.0  # s in which an interrupted call has to come to its end


@dataclasses.dataclass
class Reply:
    """What became of a call of go. state: done, interrupted or fault; kind and text tell what fault."""
    state: str
    candidates: list = dataclasses.field(default_factory=list)  # (row, column), or text for what is no such pair
    count: int = 0
    kind: str = ""
    text: str = ""
    replaced: bool = False  # candidate_list is another list than before the call
    seconds: float = 0.0


class Student:
    """One process, for one game. It is started again where it has ended or cannot be interrupted."""

    def __init__(self, path, megabytes=100):
        self.path, self.megabytes = os.path.abspath(path), megabytes
        self._process, self._fault = None, None

    def start(self):
        """Loads the file. Returns the Reply that blames it, or None."""
        if self._process:
            return self._fault
        self._process = subprocess.Popen(
            [sys.executable, "-B", str(HOST), self.path, str(self.megabytes)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, start_new_session=True, env={**os.environ, **ONE_THREAD})
        self._lines = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(self._process.stdout, self._lines), daemon=True).start()
        reply = self._wait(LOADING, None, f"is not loaded within {LOADING:g} s")
        self._fault = reply if reply.state == "fault" else None
        return self._fault

    def go(self, board, color, time_out, seconds, stop=None):
        """AI.go on 64 squares; interrupted after `seconds` or when `stop` (an Event) is set. time_out: what the
        constructor is told, s."""
        fault = self.start()
        if fault:
            return fault
        begin = time.monotonic()
        request = {"board": board, "color": color, "time_out": time_out, "seconds": seconds}
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            pass  # it has ended, and reading says so
        reply = self._wait(seconds + GRACE, stop, f"cannot be interrupted after {seconds:g} s: one call into native code?")
        reply.seconds = time.monotonic() - begin
        if self._process and self._wait(GRACE, None, "").state != "ready":
            self.close()  # still busy with a call that is over
        return reply

    def close(self):
        if not self._process:
            return
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()
        try:
            self._process.stdin.close()
        except OSError:
            pass  # a request that it has not read
        self._process = None

    @staticmethod
    def _read(pipe, lines):
        with pipe:
            for line in pipe:
                lines.put(line)
        lines.put(None)

    def _wait(self, seconds, stop, otherwise):
        """The next message. None by then is a fault in itself, and the end of the process."""
        deadline, stopping = time.monotonic() + seconds, False
        while True:
            left = deadline - time.monotonic()
            try:
                line = self._lines.get(timeout=max(0.0, min(left, 0.02) if stop else left))
            except queue.Empty:
                if stop and stop.is_set():
                    os.kill(self._process.pid, signal.SIGALRM)  # ignored until the call has begun, so again and again
                    deadline = deadline if stopping else min(deadline, time.monotonic() + GRACE)
                    stopping = True
                if left <= 0:
                    self.close()
                    return Reply("fault", kind="time", text=otherwise)
                continue
            if line is None:
                status = self._process.wait()
                self.close()
                how = f"by {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
                return Reply("fault", kind="ended", text=f"ended its process {how}")
            try:
                message = json.loads(line)
                entries = [tuple(entry) if isinstance(entry, list) else entry for entry in message.pop("candidates", [])]
                return Reply(candidates=entries, **message)
            except (ValueError, TypeError, AttributeError):
                self.close()
                return Reply("fault", kind="ended", text="writes into what is between its process and ours")


def spelled(entries):
    return " ".join(ascii(entry)[1:-1] if isinstance(entry, str) else str(entry) for entry in entries).replace(", ", ",")


def judge(reply, legal, whole_list):
    """(decision, fault): the (row, column) or None for a pass; fault is a (kind, text), or None.
    whole_list: the list must hold all legal moves and nothing else, as the platform's usability test wants it."""
    if reply.state == "fault":
        return None, (reply.kind, reply.text)
    late = reply.state == "interrupted"
    if reply.count > MOST_CANDIDATES:
        return None, ("candidates", f"candidate_list has {reply.count} entries, at most {MOST_CANDIDATES} are allowed")
    if not reply.candidates:
        if not legal:
            return None, None
        if late:
            return None, ("time", "candidate_list is empty at the time-out")
        return None, ("candidates", f"candidate_list is empty, the legal moves are {spelled(legal)}")
    decision = reply.candidates[-1]
    if decision not in legal:
        return decision, ("illegal", f"the decision {spelled([decision])} is not legal, {spelled(legal)} would be")
    if whole_list and not late:
        extra = [entry for entry in reply.candidates if entry not in legal]
        lacking = [entry for entry in legal if entry not in reply.candidates]
        if extra:
            return decision, ("candidates", f"candidate_list holds {spelled(extra)}, not legal")
        if lacking:
            return decision, ("candidates", f"candidate_list lacks {spelled(lacking)}")
    return decision, None


def refused_imports(path):
    """Lines on which the file imports what the platform does not allow; [] also for what is no Python."""
    try:
        with open(path, "rb") as file:
            tree = ast.parse(file.read())
    except (OSError, SyntaxError, ValueError):
        return []
    named = [(node.lineno, alias.name) for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    named += [(node.lineno, node.module or "") for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return sorted(line for line, module in named if module.split(".")[0] == "os")
