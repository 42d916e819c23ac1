"""The page "Your rules": how long War lasts by the rules that a reader picks."""
