#!/usr/bin/env python3
"""Plays Botzone's matches with an engine on this machine: local_ai.py URL -- ENGINE.. (README.md)."""
import argparse
import concurrent.futures
import http.client
import pathlib
import shlex
import sys
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "python")]

import games  # noqa: E402
import players  # noqa: E402
import ugi  # noqa: E402

POLL = 300  # s; Botzone holds a poll until there is something to tell
LONGEST_PAUSE = 60  # s between attempts to connect
FINAL = (400, 401, 403, 404)  # what no repetition mends: a wrong user or secret


class Refused(Exception):
    """Botzone does not take what we ask for."""


class Bridge:
    """The long poll. All matches that were asked about are answered before the next one."""

    def __init__(self, url, make_player, say=print, sleep=time.sleep):
        self.url, self.make_player, self.say, self.sleep = url, make_player, say, sleep
        self.players, self.responses, self.finished = {}, {}, 0

    def run(self, most=None):
        """Until so many matches are over."""
        with concurrent.futures.ThreadPoolExecutor(64) as pool:
            try:
                while most is None or self.finished < most:
                    asked, ended = self.poll()
                    for match, words in ended:
                        self.end(match, words)
                    if not asked and not ended:
                        self.sleep(1)  # should a poll ever come back at once with nothing
                    for match, response in pool.map(lambda pair: (pair[0], self.answer(*pair)), asked):
                        if response:
                            self.responses[match] = response
            finally:
                for player in self.players.values():
                    player.close()

    def poll(self):
        """What Botzone asks and tells. Responses are sent until one poll has come through."""
        pause = 1
        while True:
            headers = {"X-Match-" + match: response for match, response in self.responses.items()}
            try:
                answer = games.read_answer(fetch(self.url, headers))
                self.responses = {}
                return answer
            except TimeoutError:
                continue  # nothing has happened all the time
            except (OSError, http.client.HTTPException, ValueError) as error:
                if isinstance(error, urllib.error.HTTPError) and error.code in FINAL:
                    raise Refused(f"status {error.code}: are user and secret of the address right?") from None
                self.say(f"no answer from Botzone ({error}), again in {pause} s")
                self.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def answer(self, match, request):
        """The response, or None and a message: then the match is lost by time, the others go on."""
        if match not in self.players:
            self.say(f"match {match}: begins")
            self.players[match] = self.make_player()
        try:
            response = self.players[match].answer(request)
            self.say(f"match {match}: {request.strip()} -> {response}")
            return response
        except (ugi.EngineError, games.BadRequest) as error:
            self.say(f"match {match}: no response: {error}")
            return None

    def end(self, match, words):
        player = self.players.pop(match, None)
        if player:
            player.close()
        self.responses.pop(match, None)
        self.finished += 1
        if len(words) < 2 or words[1] == "0":
            self.say(f"match {match}: aborted")
        else:
            self.say(f"match {match}: over, we were player {words[0]}, scores {' '.join(words[2:])}")


def fetch(url, headers):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=POLL) as reply:
            return reply.read().decode("utf-8", "replace")
    except urllib.error.URLError as error:
        if isinstance(error.reason, TimeoutError):
            raise error.reason from None
        raise


def start_match(url, game, opponent, slot):
    """Asks for a match; its identifier."""
    headers = {"X-Game": game, f"X-Player-{slot}": "me", f"X-Player-{1 - slot}": opponent}
    try:
        return fetch(url[:url.rindex("/")] + "/runmatch", headers).strip()
    except (OSError, http.client.HTTPException) as error:
        raise Refused(f"no match of {game} against {opponent}: {error}") from None


def option(text):
    name, sign, value = text.partition("=")
    if not name or not sign:
        raise argparse.ArgumentTypeError(f"'{text}': expected NAME=VALUE")
    return name, value


def main(words):
    cut = words.index("--") if "--" in words else len(words)
    command = words[cut + 1:]
    parser = argparse.ArgumentParser(usage="local_ai.py URL [OPTIONS] -- ENGINE [ARGUMENTS]", description=__doc__)
    parser.add_argument("url", help="https://www.botzone.org.cn/api/USER/SECRET/localai, from your account's page")
    parser.add_argument("--simple", action="store_true", help="the engine speaks Botzone's simple interaction, not UGI")
    parser.add_argument("--movetime", type=int, default=900, help="ms for a move (900)")
    parser.add_argument("--timeout", type=float, default=60, help="--simple: s until a turn is given up (60)")
    parser.add_argument("--option", type=option, action="append", default=[], metavar="NAME=VALUE", help="of the UGI engine")
    parser.add_argument("--matches", type=int, help="stop after so many (never)")
    parser.add_argument("--run", nargs=2, metavar=("GAME", "BOT"),
                        help="start a match first: Reversi or Amazons, a bot's identifier")
    parser.add_argument("--slot", type=int, choices=(0, 1), default=0, help="--run: 0, we begin; 1, the bot does (0)")
    args = parser.parse_args(words[:cut])
    if not command:
        parser.error("expected '--' and the engine's command")
    if not args.url.startswith(("http://", "https://")) or not args.url.endswith("/localai"):
        parser.error("expected an address http.../localai")
    if args.simple:
        def make_player():
            return players.SimplePlayer(command, args.timeout)
    else:
        def make_player():
            return players.UgiPlayer(command, args.movetime, dict(args.option))

    def say(text):
        print(text.replace(args.url, "localai"), flush=True)  # the address is a password
    try:
        if args.run:
            say(f"match {start_match(args.url, *args.run, args.slot)}: asked for")
        say(f"waiting for Botzone's matches, played by {shlex.join(command)}")
        Bridge(args.url, make_player, say).run(args.matches)
    except Refused as error:
        say(f"Botzone refuses: {error}")
        return 1
    except KeyboardInterrupt:
        say("stopped")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
