"""run_test.py FILE package..: FILE as a program, or exit status 77 with the reason if a package is missing."""
import importlib.util
import os
import sys

missing = [package for package in sys.argv[2:] if importlib.util.find_spec(package) is None]
if missing:
    print(f"skipped: {sys.executable} has no {', '.join(missing)} (script/bootstrap test installs Debian's)")
    sys.exit(77)
os.execv(sys.executable, [sys.executable, "-B", sys.argv[1]])
