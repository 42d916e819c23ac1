"""Parts shared by the games with packets: columns, events, the order of a pot, and compiled code."""
