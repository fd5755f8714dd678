"""UGI (docs/protocol.md), the engine's side: Engine is the loop of a program that is one. ugi.py is the other side."""
import dataclasses
import queue
import sys
import threading

from ugi import between


@dataclasses.dataclass
class Option:
    """An option as `option name N type T ..` tells it; bounds only for spin, choices only for combo."""
    name: str
    type: str
    default: str = ""
    least: int = 0
    most: int = 0
    choices: tuple = ()

    def text(self):
        words = f"option name {self.name} type {self.type} default {self.default or '<empty>'}"
        if self.type == "spin":
            words += f" min {self.least} max {self.most}"
        return words + "".join(f" var {choice}" for choice in self.choices)

    def parse(self, text):
        """The value in Python's type; ValueError says what would be right."""
        if self.type == "spin":
            try:
                number = int(text)
            except ValueError:
                raise ValueError(f"'{text}' is no whole number") from None
            if not self.least <= number <= self.most:
                raise ValueError(f"{number} is not within {self.least}..{self.most}")
            return number
        if self.type == "check":
            if text.lower() not in ("true", "false"):
                raise ValueError(f"'{text}' is neither true nor false")
            return text.lower() == "true"
        if self.type == "combo":
            for choice in self.choices:
                if choice.lower() == text.lower():
                    return choice
            raise ValueError(f"'{text}' is none of {', '.join(self.choices)}")
        return "" if text == "<empty>" else text


class Search(threading.Event):
    """One `go`; set when it shall stop."""

    def __init__(self):
        super().__init__()
        self.begun = threading.Event()


class Engine:
    """A program that is a UGI engine: derive, fill in, run(). Commands raise ValueError about what is wrong with them;
    it is said as `info string error ..`, and the engine stays usable."""
    name = "nameless"
    author = "unknown"
    options = ()

    def __init__(self):
        self.values = {option.name: option.parse(option.default) for option in self.options}
        self._writing = threading.Lock()
        self._lines = queue.SimpleQueue()
        self._searches = []  # those that are asked for and not finished

    # What a game fills in.
    def option_set(self, name):
        """self.values[name] has changed."""

    def new_game(self):
        """`uginewgame`."""

    def position(self, fen, moves):
        """`position`; fen is None for the starting position."""

    def go(self, limits, stop):
        """The move. limits: word -> number, without `infinite`; stop: an Event that ends the search when set."""
        raise NotImplementedError

    def query(self, what):
        """The text after `response`, or None for what is not known."""

    def close(self):
        """The end of the program."""

    # What is done for it.
    def say(self, line):
        with self._writing:
            sys.stdout.buffer.write(line.encode("utf-8", "replace") + b"\n")
            sys.stdout.buffer.flush()

    def complain(self, text):
        self.say("info string error " + " ".join(str(text).split()))

    def run(self):
        """Answers until `quit` or the end of the input. Returns the exit status."""
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            while (item := self._lines.get()) is not None:
                words, search = item
                try:
                    self._answer(words, search)
                except (ValueError, LookupError) as error:
                    self.complain(f"{words[0]}: {error}")
                finally:
                    if search:
                        self._searches.remove(search)
        except BrokenPipeError:
            return 1
        finally:
            self.close()
        return 0

    def _listen(self):
        """Reads on its own thread: `stop`, `isready` and the end act while a search runs, other lines wait."""
        # Not sys.stdin, which Python wants back from this thread when the program ends early.
        for line in open(0, "rb", closefd=False):
            words = line.decode("utf-8", "replace").split()
            command = words[0] if words else ""
            if command == "quit":
                break
            if command == "go":
                self._searches.append(Search())
                self._lines.put((words, self._searches[-1]))
            elif command == "stop":
                self._stop()
            elif command == "isready" and (searches := list(self._searches)):
                searches[0].begun.wait()  # not before what was asked earlier is done
                self.say("readyok")
            elif command:
                self._lines.put((words, None))
        self._stop()
        self._lines.put(None)

    def _stop(self):
        for search in list(self._searches):
            search.set()

    def _answer(self, words, search):
        command = words[0]
        if command == "ugi":
            for line in (f"id name {self.name}", f"id author {self.author}", *(option.text() for option in self.options)):
                self.say(line)
            self.say("ugiok")
        elif command == "isready":
            self.say("readyok")
        elif command == "setoption":
            self._set_option(between(words, "name", "value"), between(words, "value", ""))
        elif command == "uginewgame":
            self.new_game()
        elif command == "position":
            cut = words.index("moves") if "moves" in words else len(words)
            if words[1:2] not in (["startpos"], ["fen"]):
                raise ValueError("expected startpos or fen")
            self.position(" ".join(words[2:cut]) if words[1] == "fen" else None, words[cut + 1:])
        elif command == "go":
            self._go(words, search)
        elif command == "query" and len(words) > 1:
            answer = self.query(words[1:])
            if answer is not None:
                self.say("response " + answer)

    def _set_option(self, name, value):
        for option in self.options:
            if option.name.lower() == name.lower():
                try:
                    self.values[option.name] = option.parse(value)
                except ValueError as error:
                    self.complain(f"option {option.name}: {error}")
                    return
                self.option_set(option.name)
                return
        self.complain(f"option {name}: there is none of that name")

    def _go(self, words, search):
        search.begun.set()
        limits = {}
        for word, value in zip(words[1:], words[2:]):
            if not word.lstrip("-").isdigit() and value.lstrip("-").isdigit():
                limits[word] = int(value)
        best = self.go(limits, search)
        if "infinite" in words or len(words) == 1:
            search.wait()
        self.say(f"bestmove {best}")
