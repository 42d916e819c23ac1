"""The door for policies, compiled: what policies call, and how kernels ask them."""
