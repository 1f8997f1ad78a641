# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft bench --flowgraph: sample rates of flowgraphs, in-tree blocks beside ours."""
import datetime
import json
import os
import platform
import signal
import statistics
import sys

from . import flowgraph_bench_arguments
from ._program import print_results, quiet_gnuradio, terminable
from .atomic_file import check_writable, write_file

PROGRAM = "gpufft bench"
OK, BAD_INPUT, DEVICE_FAILED = 0, 1, 2


def main(argv=None):
    """Runs the program and returns its exit status."""
    try:
        with terminable():
            return _run(sys.argv[1:] if argv is None else argv)
    except (ValueError, OSError, ImportError) as error:
        return _complain(error, BAD_INPUT)
    except (RuntimeError, MemoryError) as error:
        return _complain(error, DEVICE_FAILED)
    except KeyboardInterrupt as interrupt:
        return 128 + (interrupt.args[0] if interrupt.args else signal.SIGINT)


def _run(argv):
    options = flowgraph_bench_arguments.parse(argv)
    if options is None:  # help or version was asked for, and printed
        return OK
    if options.plot:
        check_writable(options.plot)
    # Slow to load, and --help and bad arguments need neither.
    from . import flowgraph_bench_report as report

    if options.results is not None:
        measured = report.read(options.results)
    else:
        with quiet_gnuradio():
            measured = measure(options)
    if options.plot:
        from .flowgraph_bench_plot import draw

        write_file(options.plot, draw(measured))
    print_results(json.dumps(measured) if options.json else report.table(measured))
    return OK


def measure(options):
    """Runs every flowgraph; a dictionary, as --json prints it."""
    from .flowgraph_chains import CHAINS
    from .flowgraph_rate import Ends

    rates = []
    machine = {}
    with Ends() as ends:
        for length in options.lengths:
            for name in options.ends:
                graphs = _flowgraphs(CHAINS, length, name, ends, options)
                machine = machine or _describe_machine(graphs)
                rates += _run_in_turn(graphs, options)
                _check_devices(graphs, machine["device"])
    _say("")
    _compare(rates)
    asked = {name: getattr(options, name) for name in ("threads", "rounds", "seconds")}
    return {"machine": machine, **asked, "rates": rates}


def _flowgraphs(chains, length, ends_name, ends, options):
    from .flowgraph_rate import Flowgraph

    return [Flowgraph(chain, length, options.device, options.threads, ends, ends_name,
                      mib << 20)
            for chain in chains for mib in options.buffers]


def _run_in_turn(graphs, options):
    rounds = []
    for number in range(options.rounds):
        rounds.append([graph.samples_per_s(options.seconds) for graph in graphs])
        _say(f"{graphs[0].length} points, {graphs[0].ends_name} ends, round "
             f"{number + 1} of {options.rounds}")
    return [
        {
            "chain": graph.chain.name,
            "job": graph.chain.job,
            "is_ours": graph.chain.is_ours,
            "length": graph.length,
            "ends": graph.ends_name,
            "buffer_bytes": graph.buffer_bytes,
            "samples_per_s": {"median": statistics.median(seen), "lowest": min(seen),
                              "highest": max(seen)},
        }
        for graph, seen in zip(graphs, zip(*rounds))
    ]


def _check_devices(graphs, device):
    """A device that fails is followed by another, whose rates are not asked for."""
    for graph in graphs:
        now = graph.device_name()
        if now not in (None, device):
            raise RuntimeError(f"{device} failed in {graph.chain.name} with "
                               f"{graph.length} points, and {now} went on; the log above "
                               f"says why")


def _compare(rates):
    """Adds what ours are of the fastest in-tree flowgraph that does the same."""
    fastest = {}
    for rate in rates:
        if not rate["is_ours"]:
            same = rate["job"], rate["length"], rate["ends"]
            fastest[same] = max(fastest.get(same, 0), rate["samples_per_s"]["median"])
    for rate in rates:
        if rate["is_ours"]:
            same = rate["job"], rate["length"], rate["ends"]
            rate["of_in_tree"] = rate["samples_per_s"]["median"] / fastest[same]


def _describe_machine(graphs):
    from gnuradio import gr

    from .version import __version__

    ours = next(graph for graph in graphs if graph.chain.is_ours)
    return {
        "device": ours.device_name(),
        "cpu": _cpu(),
        "cores": len(os.sched_getaffinity(0)),
        "gnuradio": gr.version(),
        "gpufft": __version__,
        "date": datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
    }


def _cpu():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _say(text):
    """Progress, where somebody looks."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _complain(error, status):
    if isinstance(error, OSError) and error.strerror:
        error = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    elif isinstance(error, ImportError):
        error = f"{error}; on Debian: apt install python3-matplotlib"
    print(f"{PROGRAM}: {' '.join(str(error).split())}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
