"""The driver: whoever plays games and counts them folds over :func:`sim.collect.driver.collect`."""
