"""An engine that speaks UGI, for experiments that ask engines about positions."""

import subprocess


class Engine:
    def __init__(self, command, **options):
        self.process = subprocess.Popen(
            [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("ugi")
        self.read("ugiok")
        for name, value in options.items():
            self.send(f"setoption name {name} value {value}")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def read(self, first):
        """The lines up to one that begins with `first`."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(first):
                return lines
        raise RuntimeError(f"the engine ended; it did not say '{first}'")

    def moves(self):
        self.send("query legalmoves")
        words = self.read("response")[-1].split()[1:]
        return [] if words == ["none"] else words

    def over(self):
        self.send("query gameover")
        return self.read("response")[-1] == "response true"

    def position(self, moves):
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))

    def best(self, depth):
        """Without what it knows from before."""
        self.send("uginewgame")
        self.send(f"go depth {depth}")
        return self.read("bestmove")[-1].split()[1]

    def close(self):
        self.send("quit")
        self.process.wait()
