"""Storage: places on this disk and elsewhere, files that appear whole, and the lock of a directory."""
