"""Speeds as ratios to yardsticks that are measured in the same run; the tests measure no time."""
