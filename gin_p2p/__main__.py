"""How does `python -m gin_p2p` start? As `gin` does."""

from gin_p2p.cli.app import main

if __name__ == "__main__":
    main()
