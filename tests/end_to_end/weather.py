"""Tells the weather of a city: arguments as JSON on standard input, the result on standard output."""

import json
import sys

WEATHER = {"NYC": "72°F and sunny", "London": "55°F and rainy"}

city = json.load(sys.stdin)["city"]
if city not in WEATHER:
    sys.exit(f"nobody knows the weather in {city}")
print(WEATHER[city])
