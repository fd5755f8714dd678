"""The process that a student's class AI lives in: student_host.py FILE MEGABYTES. Started by student.py, which it tells
with JSON lines what became of each request; what the student prints goes to the standard error."""
import ctypes
import importlib.util
import json
import os
import resource
import signal
import sys
import traceback

PR_SET_PDEATHSIG = 1  # linux/prctl.h
MOST_TOLD = 1000  # candidates; the platform refuses longer lists


class Interrupted(BaseException):
    """The time is over. No Exception, so that `except Exception` does not catch it."""


def tell(**message):
    os.write(replies, json.dumps(message).encode() + b"\n")


def candidates(ai):
    """The list as pairs; what is no pair of whole numbers, as text."""
    def plain(entry):
        try:
            row, column = entry
            if int(row) == row and int(column) == column:
                return [int(row), int(column)]
        except Exception:
            pass
        return repr(entry)[:80]
    found = getattr(ai, "candidate_list", None)
    if not isinstance(found, list):
        return {"state": "fault", "kind": "candidates", "text": f"candidate_list is {type(found).__name__}, expected a list"}
    return {"count": len(found), "candidates": [plain(entry) for entry in found[-MOST_TOLD:]]}


def blame(error):
    """Where in the student's file, and what."""
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == student_file]
    where = f"line {places[-1].lineno}: " if places else ""
    if isinstance(error, SyntaxError) and error.filename == student_file:
        where = f"line {error.lineno}: "
    kind = "memory" if isinstance(error, MemoryError) else "exception"
    return {"state": "fault", "kind": kind, "text": f"{where}{type(error).__name__}: {str(error)[:300]}"}


def limit_memory(megabytes):
    """So much more than Python and numpy have taken."""
    with open("/proc/self/status") as status:
        taken = next(int(line.split()[1]) for line in status if line.startswith("VmData:")) * 1024
    resource.setrlimit(resource.RLIMIT_DATA, (taken + megabytes * 2**20,) * 2)


def load(path):
    import numpy
    for name, kind in (("int", int), ("float", float), ("bool", bool), ("object", object)):
        if name not in numpy.__dict__:  # numpy 1.24 took away what the platform's 1.21 has
            setattr(numpy, name, kind)
    if megabytes:
        limit_memory(megabytes)
    sys.path.append(os.path.dirname(path))  # last: a random.py beside it is not what `import random` means
    spec = importlib.util.spec_from_file_location("student", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["student"] = module
    spec.loader.exec_module(module)
    if not isinstance(getattr(module, "AI", None), type):
        raise TypeError("there is no class AI")
    return module.AI, numpy


class Request:
    """One call of go. The alarm tells the list as it is at that moment; what comes later does not count."""

    def __init__(self, ai):
        self.ai, self.told, self.running = ai, False, False

    def alarm(self, *_):
        if self.running:
            self.running = False
            self.tell(**{"state": "interrupted", **candidates(self.ai)})
            raise Interrupted

    def tell(self, **message):
        if not self.told:
            self.told = True
            tell(**message)

    def go(self, board, seconds):
        before = getattr(self.ai, "candidate_list", None)
        signal.signal(signal.SIGALRM, self.alarm)
        try:
            try:
                self.running = True
                signal.setitimer(signal.ITIMER_REAL, seconds)
                self.ai.go(board)
            finally:
                self.running = False
                signal.setitimer(signal.ITIMER_REAL, 0)
            replaced = self.ai.candidate_list is not before
            self.tell(**{"state": "done", "replaced": replaced, **candidates(self.ai)})
        except Interrupted:
            pass
        except BaseException as error:
            self.tell(**blame(error))


def main():
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    players = {}
    try:
        ai_class, numpy = load(student_file)
        tell(state="ready")
    except BaseException as error:
        tell(**{**blame(error), "kind": "load"})
        return
    for line in requests:
        message = json.loads(line)
        color, time_out = message["color"], message["time_out"]
        try:
            if color not in players:
                players[color] = ai_class(8, color, int(time_out) if time_out == int(time_out) else time_out)
        except BaseException as error:
            tell(**blame(error))
        else:
            Request(players[color]).go(numpy.array(message["board"], dtype=int).reshape(8, 8), message["seconds"])
        tell(state="ready")


if __name__ == "__main__":
    student_file, megabytes = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    requests, replies = os.fdopen(os.dup(0), "rb"), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    main()
