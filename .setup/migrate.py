"""Makes the SQLite database named on the command line and applies migrations/sqlite/*.sql to it, in order.

For `sqlx`'s macros, which look at a real database while they compile; the server applies its migrations itself.
"""

import pathlib
import sqlite3
import sys


def main() -> None:
    database = sqlite3.connect(sys.argv[1], isolation_level=None)
    files = pathlib.Path("migrations/sqlite").glob("*.sql")
    for file in sorted(files, key=lambda file: int(file.name.split("_")[0])):
        if file.name.endswith(".down.sql"):
            continue
        try:
            database.executescript(file.read_text(encoding="utf-8"))
        except sqlite3.Error as error:
            sys.exit(f"{file}: {error}")
    database.close()


main()
