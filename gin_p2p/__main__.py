"""`python -m gin_p2p` is `gin`."""

from gin_p2p.cli.app import main

if __name__ == "__main__":  # a process that works for this one looks in here too
    main()
