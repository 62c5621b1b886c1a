#!/usr/bin/env python3
"""A bot for Futbol Dash in another language than levelpitch's.

    levelpitch run futbol-dash --bots program:examples/bot.py,planner

Every line of standard input is a question in JSON, every line of standard
output an answer. `choose` is all that a bot of your own needs to change; what
a question holds is told by `cargo doc`, module `bots::program`.
"""
import json
import re
import sys


def worth(text, view):
    """How much a move is worth, from its words."""
    own = next(player for player in view["players"] if player["seat"] == view["whose-turn"])
    if gained := re.search(r"plays .* \+(\d+)", text):
        return 10 * int(gained[1])  # attack points for us
    if " Penalty" in text and own["attack-points"] >= 9:
        return 45  # a shot that need not wait
    if taken := re.search(r"plays .* -(\d+)", text):
        return 8 * int(taken[1])  # attack points from a rival
    if "plays Foul" in text or "plays V.A.R." in text:
        return 5
    return 0


def choose(question):
    """The number of a legal move: the best by its words, ties by a fair draw."""
    moves, view = question["moves"], question["view"]
    best = max(worth(move["text"], view) for move in moves)
    equal = [move["choice"] for move in moves if worth(move["text"], view) == best]
    return equal[question["seed"] % len(equal)]


for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "choose":
        print(json.dumps({"choice": choose(question)}), flush=True)
