"""`python -m gin_p2p` is `gin`."""

from gin_p2p.cli.app import main

main()
