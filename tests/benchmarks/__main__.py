"""All measurements, one after another: `python -m tests.benchmarks`."""

from tests.benchmarks import (
    bench_audit,
    bench_crypto,
    bench_engine,
    bench_flood,
    bench_long,
    bench_luck,
    bench_match,
)

for bench in (
    bench_crypto,
    bench_match,
    bench_engine,
    bench_audit,
    bench_luck,
    bench_flood,
    bench_long,
):
    print(f"-- {(bench.__doc__ or '').splitlines()[0]}")
    bench.main()
    print()
