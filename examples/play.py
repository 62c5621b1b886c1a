#!/usr/bin/env python3
"""Plays a seat from the terminal: shows what the seat sees, asks for a move.

    levelpitch replay futbol-dash --bots program:examples/play.py,planner \\
        --bot-timeout 3600 --record mine.jsonl --game 0
    levelpitch analyse futbol-dash --choices mine.jsonl

The first line plays a game and keeps it, the second says what every choice was
worth. `--game 1`, `--game 2` … add further games to the file.
"""
import json
import os
import signal
import sys

# Questions come through standard input: whoever plays sits at the terminal.
terminal = os.open("CON" if os.name == "nt" else "/dev/tty", os.O_RDWR)
if hasattr(os, "tcsetpgrp"):
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)


def say(text):
    """A line for whoever plays."""
    os.write(terminal, (text + "\n").encode())


def heard():
    """A line from whoever plays."""
    if hasattr(os, "tcsetpgrp"):
        os.tcsetpgrp(terminal, os.getpgrp())
    line = os.read(terminal, 1000)
    return line.decode().strip() if line else sys.exit("nobody is there any more")


def shown(view, depth=1):
    """What the seat sees, one fact per line."""
    for name, value in view.items():
        if isinstance(value, dict):
            say("  " * depth + name)
            shown(value, depth + 1)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            say("  " * depth + name)
            for item in value:
                say("  " * depth + "  " + ", ".join(f"{key} {fact}" for key, fact in item.items()))
        elif value not in (None, [], "", 0):
            say("  " * depth + f"{name}: {value}")


def choose(question):
    """The number that whoever plays types."""
    say(f"\nGame {question['game']}, your decision {question['decision']}")
    shown(question["view"])
    for move in question["moves"]:
        say(f"{move['choice']:4}  {move['text']}")
    while True:
        say(f"0 to {question['count'] - 1}?")
        typed = heard()
        if typed.isdigit() and int(typed) < question["count"]:
            return int(typed)


for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "choose":
        print(json.dumps({"choice": choose(question)}), flush=True)
    elif question["type"] == "over":
        say(f"\nThe game is over: scores by seat {question['score']}, you have seat {question['seat']}.")
