#!/usr/bin/env python3
"""The platform's usability test, offline: usability.py FILE.py. Exit status 0 if passed, 1 if not, 2 for wrong usage.

Ten boards, five for either color, each with a fresh object: candidate_list must hold the legal moves and nothing else, at
most 1000 entries, within 5 s and 100 MB. The platform's own boards are not published; these are ours."""
import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "python")]

import reversi  # noqa: E402
import student  # noqa: E402

# 4, 12, 24, 40 and 56 discs for either color; black's last has nothing but a pass.
BOARDS = (
    "---------------------------OX------XO--------------------------- X",
    "-------------X----OOX-----OXO-----OOOO-------X------------------ X",
    "----X-X-----XXXO----OOO---XOOOX--XXXOXX----OOOO----------------- X",
    "OOOOOOO--OXXXO--O-OXXXOXXOXOX--O-XXXOXO---X-OOX--XOX----X---X--- X",
    "--OOOO---XXXXXXX-XOOOOXX-XOOOXOXXXOOXXXXXXOXXXXXOOXXXXXXOXXX-XXX X",
    "---------------------------OX------XO--------------------------- O",
    "--OOO----X-O------XX-------XX------XXX-------------------------- O",
    "X-O------O-O----OOOOX------OX-X----OXX-----OOXO---XO--X-------OX O",
    "----X-------XXX-X-XXXX-X-XXXX--XOOXXOOOX--XOXOXX--O-XXXX--XXXXXX O",
    "XXXX----XOOOO-X-XXOOOX--XOOOXOOOXOXXOXXOXOXXXOXOXXOXXXOOXOOOOOOO O",
)


def picture(board, legal):
    """The board as text: X black, O white, + a legal move."""
    marks = {8 * row + column for row, column in legal}
    rows = ["".join("+" if 8 * row + column in marks else ".OX"[board[8 * row + column]] for column in range(8))
            for row in range(8)]
    return "".join(f"      {index} {row}\n" for index, row in enumerate(rows)) + "        01234567"


def report(path, time_out, megabytes):
    """Prints a line for each board. How many were passed."""
    passed, replaced = 0, False
    for number, fen in enumerate(BOARDS, 1):
        position = reversi.Position.from_fen(fen)
        board, color = position.board, position.color
        legal = [divmod(square, 8) for square in reversi.squares(board, color)]
        one = student.Student(path, megabytes)
        reply = one.go(board, color, time_out, time_out)
        one.close()
        fault = student.judge(reply, legal, True)[1]
        if reply.state == "interrupted":
            fault = ("time", f"not back within {time_out:g} s")
        who = "black (-1)" if color == reversi.BLACK else "white (1)"
        print(f"board {number:2}  {who:10}  {reply.seconds:6.3f} s  {'FAILED  ' + fault[1] if fault else 'passed'}", flush=True)
        replaced |= reply.replaced
        if fault and fault[0] == "load":
            print("No board can be tried.")
            return 0
        if fault:
            print(picture(board, legal))
        passed += not fault
    if replaced:
        print("note: candidate_list is another list after the call; the hand-out asks for candidate_list.clear()")
    return passed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path, help="the submission, with class AI")
    parser.add_argument("--time", type=float, default=5.0, help="seconds for each call of go (5)")
    parser.add_argument("--memory", type=int, default=100, help="MB beside Python and numpy, 0: no limit (100)")
    args = parser.parse_args()
    if not args.file.is_file():
        parser.error(f"there is no file {args.file}")
    refused = student.refused_imports(args.file)
    for line in refused:
        print(f"line {line}: 'import os' is forbidden on the platform")
    passed = report(args.file, args.time, args.memory)
    print(f"{passed} of {len(BOARDS)} boards passed{', but the imports would be refused' if refused else ''}")
    return 0 if passed == len(BOARDS) and not refused else 1


if __name__ == "__main__":
    sys.exit(main())
