"""Speeds as ratios against yardsticks of the same run; apart from the tests, which know no time."""
