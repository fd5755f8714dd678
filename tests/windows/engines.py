"""The engines for Windows under wine: engines.py CASE NATIVE WINDOWS PREFIX

NATIVE and WINDOWS are build directories; wine keeps its own things in PREFIX. Ends with status 77 and the reason
where there is no wine or no cross build of these sources.
"""

import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

GAMES = ("amazons", "dots-and-boxes", "draughts", "reversi")
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300  # seconds, for a busy machine


def skip(reason):
    print("skipped:", reason)
    sys.exit(77)


def find_wine():
    # Debian's wine64 is not in PATH.
    wine = shutil.which("wine64", path=os.environ["PATH"] + ":/usr/lib/wine") or shutil.which("wine")
    return wine or skip("no wine here (Debian: apt-get install wine64)")


def check_build(windows):
    built = windows / "built"
    if not built.exists():
        skip("no engines for Windows here: script/build windows")
    for folder in ("engines", "protocol", "cmake"):
        for source in (ROOT / folder).rglob("*"):
            if source.stat().st_mtime > built.stat().st_mtime:
                skip(f"the engines for Windows are older than {source.relative_to(ROOT)}: script/build windows")


class Engine:
    """A conversation in bytes: the line ends are what is tested."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def line(self):
        line = self.lines.get(timeout=PATIENCE)
        assert line is not None, "the output has ended"
        assert line.endswith(b"\n") and b"\r" not in line, line
        return line.decode().rstrip("\n")

    def until(self, start):
        """The lines up to the first that begins so."""
        seen = [self.line()]
        while not seen[-1].startswith(start):
            seen.append(self.line())
        return seen

    def ended(self):
        assert self.process.wait(PATIENCE) == 0


def nodes(command):
    run = subprocess.run(command, input=b"bench\nquit\n", capture_output=True, timeout=PATIENCE, check=True)
    return [line for line in run.stdout.decode().splitlines() if "odes " in line or "nodes" in line]


def bench(native, windows):
    """The same search: the same numbers of nodes."""
    for game in GAMES:
        ours, theirs = nodes(native(game)), nodes(windows(game))
        print(game, theirs[-1])
        assert len(ours) > 1 and ours == theirs, (ours, theirs)


def talk(_, windows):
    """Either line end, positions, a search to a depth, one that is stopped; quit while the pipe is open."""
    for game in GAMES:
        engine = Engine(windows(game))
        engine.send("ugi\r\n")
        engine.until("ugiok")
        engine.send("position startpos\r\nquery gameover\r\ngo depth 3\n")
        assert engine.until("response")[-1] == "response false"
        move = engine.until("bestmove")[-1].split()[1]
        engine.send(f"position startpos moves {move}\r\nquery p1turn\r\n")
        assert engine.until("response")[-1].startswith("response ")
        engine.send("setoption name Solve value 0\r\nsetoption name Threads value 2\r\nposition startpos\r\n")
        engine.send("go infinite\r\n")
        engine.until("info depth 2 ")
        engine.send("isready\r\n")
        engine.until("readyok")
        engine.send("stop\r\n")
        assert engine.until("bestmove")[-1] != "bestmove none"
        engine.send("quit\r\n")
        engine.ended()


def end(_, windows):
    """The end of a pipe, also during a search; of a file whose last line has no end."""
    for game in GAMES:
        engine = Engine(windows(game))
        engine.send("setoption name Solve value 0\nposition startpos\ngo infinite\n")
        engine.until("info depth 2 ")
        engine.process.stdin.close()
        engine.ended()
    script = Path(os.environ["WINEPREFIX"]) / "script.txt"
    script.write_bytes(b"isready\r\nquery gameover\r")
    with script.open("rb") as file:
        run = subprocess.run(windows("reversi"), stdin=file, capture_output=True, timeout=PATIENCE, check=True)
    assert run.stdout == b"readyok\nresponse false\n", run.stdout


def alike(expected, line):
    """As in tests/engines/bot/transcripts.cpp: `*` is any word, `...` at the end any words."""
    wanted, words = expected.split(), line.split()
    if wanted[-1:] == ["..."]:
        wanted.pop()
        words = words[:len(wanted)]
    return len(wanted) == len(words) and all(a in ("*", b) for a, b in zip(wanted, words))


def replay(command, block):
    engine = Engine(command)
    skipping = False
    for line in block:
        if line.startswith(">"):
            engine.send(line[2:] + "\r\n")
            continue
        if line == "< ...":
            skipping = True
            continue
        while not alike(line[2:], got := engine.line()):
            assert skipping, (command, line, got)
        skipping = False
    engine.process.stdin.close()
    engine.ended()


def transcripts(_, windows):
    """docs/platforms.md: every platform's protocol and what its host is answered."""
    page = (ROOT / "docs" / "platforms.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```transcript (\S+)(.*)\n((?:.*\n)*?)```$", page, re.MULTILINE)
    assert len(blocks) >= 8, len(blocks)
    for game, arguments, block in blocks:
        replay(windows(game) + arguments.split(), block.splitlines())


def settings(_, windows):
    """NAME.toml beside the program as Notepad saves it, with names that no code page of the West has."""
    with tempfile.TemporaryDirectory(prefix="\u68cb") as folder:
        *wine, program = windows("reversi")
        command = [*wine, shutil.copy(program, folder)]
        toml, log = Path(folder) / "reversi.toml", Path(folder) / "\u65e5\u5fd7.log"

        def say(text):
            toml.write_bytes(b"\xef\xbb\xbf" + text.encode())

        def refusal(*arguments):
            run = subprocess.run([*command, *arguments], input=b"", capture_output=True, timeout=PATIENCE)
            assert run.returncode == 2 and not run.stdout, run
            return run.stderr

        options = f'''protocol = "gtp"\r\n[options]\r\n"Log File" = '{log}'\r\n[time]\r\n'''
        say(options + "depth = 2\r\n")
        engine = Engine([*command, "--set", "Hash=16"])
        engine.send("1 genmove b\r\n")
        answer = engine.line()
        engine.process.stdin.close()
        engine.ended()
        assert answer.startswith("=1 "), answer
        assert "> 1 genmove b\n" in log.read_text() and f"< {answer}\n" in log.read_text(), log.read_text()
        assert b"Hash" in refusal("--set", "Hash=much")
        say(options + "deep = 2\r\n")
        assert b"line 5: 'deep' is not known" in refusal()


def main():
    case, native, windows, prefix = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]
    wine = find_wine()
    check_build(windows)
    Path(prefix).mkdir(parents=True, exist_ok=True)
    os.environ.update(WINEPREFIX=prefix, WINEDEBUG="-all", DISPLAY="", LC_ALL="C.UTF-8")
    server = Path(wine).with_name("wineserver64")
    if server.exists():  # Debian's wrapper ends it, and with it all of wine's services, after every program
        os.environ["WINESERVER"] = str(server)
    {"bench": bench, "talk": talk, "end": end, "settings": settings, "transcripts": transcripts}[case](
        lambda game: [native / "bin" / game], lambda game: [wine, windows / "bin" / f"{game}.exe"])


main()
