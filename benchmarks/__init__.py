"""Speeds as ratios to yardsticks measured in the same run; separate from the tests, which do not measure time."""
