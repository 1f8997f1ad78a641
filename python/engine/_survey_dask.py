# SPDX-License-Identifier: GPL-3.0-or-later
"""Surveys that the workers of a Dask scheduler share.

Each worker joins in, as a process on another host would: claims in the survey's folder say
who does what, so a task that is run twice, or again elsewhere, does no harm. Chunks go from
the workers to the folder; what comes back through the scheduler is a few numbers.
"""

import os
import shutil
import subprocess
import sys
import time
import uuid

LOOK_S = 0.5  # between looks at workers, and at whether to stop
PATIENCE_S = 60  # for workers that are to end


class _Stopped(Exception):
    """The client has asked for the end."""


def connected(scheduler):
    """(a Client of ``scheduler``, whether it is to be closed); it may be a Client itself."""
    try:
        import distributed
    except ImportError:
        raise ImportError("work on Dask needs the package distributed (Debian: "
                          "python3-distributed), here and on the workers") from None
    if not isinstance(scheduler, str):
        return scheduler, False
    try:
        return distributed.Client(scheduler, timeout="10s"), True
    except (OSError, ValueError, TypeError) as reason:
        raise OSError(f"{scheduler}: no Dask scheduler answers there: {reason}") from None


class _StopFlag:
    """In a task: whether the client has asked for the end, looked at now and then."""

    def __init__(self, name):
        import distributed

        self._event, self._next = distributed.Event(name), 0.0

    def __call__(self):
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + LOOK_S
        return self._event.is_set()


def call_process(arguments, stop_name):
    """A task: ``process()`` on this worker. Returns what there is to tell."""
    from .survey import process

    stops = _StopFlag(stop_name)

    def look(_):
        if stops():
            raise _Stopped

    try:
        done = process(**arguments, progress=look)
    except _Stopped:
        return {"stopped": True}
    return {"samples_done": done.samples_done, "chunks_done": done.chunks_done,
            "problems": done.problems, "devices": done.devices}


def run_program(words, folder, stop_name):
    """A task: the program ``gpufft process`` on this worker, in ``folder``."""
    import json

    program = words[0] if os.access(words[0], os.X_OK) else shutil.which("gpufft")
    if program is None:
        raise RuntimeError(f"this worker has no program {words[0]}, and no gpufft in its PATH")
    stops = _StopFlag(stop_name)
    child = subprocess.Popen([program, *words[1:]], cwd=folder, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    asked = False
    while True:
        try:
            out, err = child.communicate(timeout=LOOK_S)
            break
        except subprocess.TimeoutExpired:
            if not asked and stops():
                child.terminate()
                asked = True
    if asked:
        return {"stopped": True}
    lines = [json.loads(line) for line in out.splitlines()]
    if child.returncode not in (0, 3) or not lines:
        raise RuntimeError(err.strip() or f"gpufft process: exit status {child.returncode}")
    end = lines[-1]
    return {"samples_done": end["samples_done"], "chunks_done": end["chunks_done"],
            "problems": {line["input"]: line["reason"] for line in lines
                         if line["event"] == "problem"},
            "devices": end["devices"]}


def _workers(client):
    try:
        info = client.scheduler_info(n_workers=-1)
    except TypeError:  # before 2025.4, which lists all
        info = client.scheduler_info()
    return info["workers"]


def _slots(worker, resources):
    """Tasks of a worker: one, or as many as its resources are enough for."""
    if not resources:
        return 1
    has = worker.get("resources", {})
    return int(min(has.get(name, 0) // each for name, each in resources.items()))


def share(client, task, arguments, *, resources=None, waiting=None):
    """Has every worker, also one that comes later, run ``task(*arguments, name of a stop)``.

    resources   {name: how much} of a worker that a task takes
    waiting     called with a line to show while no worker can run one

    Returns the dicts of the tasks, once one has ended with all done and the others have. A
    worker that is lost does not matter. Raises what a task raised, where none has ended well;
    KeyboardInterrupt ends the tasks.
    """
    import distributed

    name = f"gpufft-survey-{uuid.uuid4().hex}"
    stop = distributed.Event(name, client=client)
    tasks, ends, failure, has_told = {}, [], None, False
    try:
        while True:
            workers = _workers(client)
            for address, worker in workers.items():
                for slot in range(_slots(worker, resources)):
                    if (address, slot) in tasks or ends:
                        continue
                    tasks[address, slot] = client.submit(
                        task, *arguments, name, key=f"{name}-{address}-{slot}", pure=False,
                        workers=[address], resources=resources or None)
            left = 0
            for slot, future in list(tasks.items()):
                if future is None:
                    continue
                if future.status == "finished":
                    ends.append(future.result())
                elif future.status in ("error", "cancelled", "lost") or slot[0] not in workers:
                    failure = future.exception() if future.status == "error" else failure
                    future.cancel()
                else:
                    left += 1
                    continue
                tasks[slot] = None
            if not left and ends:
                return ends
            if not left and failure is not None:
                raise failure
            if not left and not has_told and waiting:
                has_told = True
                waiting("no worker of the scheduler can run a task yet"
                        + (f" that takes {resources}" if resources else ""))
            time.sleep(LOOK_S)
    except BaseException:
        stop.set()
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline and any(
                each is not None and each.status == "pending" for each in tasks.values()):
            time.sleep(LOOK_S)
        raise


def parse_resources(text):
    """{"GPU": 1.0} of "GPU=1"; ValueError says what would work."""
    resources = {}
    for part in filter(None, text.split(",")):
        name, _, number = part.partition("=")
        try:
            resources[name] = float(number)
        except ValueError:
            resources[name] = 0.0
        if not name or not resources[name] > 0:
            raise ValueError(f"--dask-resources must be like GPU=1,MEMORY=2, got {text}")
    return resources


def main(words):
    """What ``gpufft process --dask`` becomes: ADDRESS RESOURCES PROGRAM WORD..."""
    address, resources, program, *rest = words
    # Words behind "--" are inputs, whatever they look like.
    end = rest.index("--") if "--" in rest else len(rest)
    in_json = "--json" in rest[:end]
    try:
        needed = parse_resources(resources)
        client, _ = connected(address)
    except (ImportError, OSError, ValueError) as reason:
        print(f"gpufft process: {reason}", file=sys.stderr)
        return 1
    command = [program, "process", "--json", *(word for word in rest[:end] if word != "--json"),
               *rest[end:]]
    try:
        ends = share(client, run_program, (command, os.getcwd()), resources=needed,
                     waiting=lambda line: print(f"gpufft process: {line}", file=sys.stderr))
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
        return 130
    except Exception as reason:  # whatever a worker raised
        print(f"gpufft process: {reason}", file=sys.stderr)
        return 1
    finally:
        client.close()
    return _report(combined(ends), in_json)


def combined(ends):
    """What the tasks have done together."""
    all_of = {"samples_done": 0, "chunks_done": 0, "problems": {}, "devices": []}
    for end in ends:
        all_of["samples_done"] += end.get("samples_done", 0)
        all_of["chunks_done"] += end.get("chunks_done", 0)
        all_of["problems"].update(end.get("problems", {}))
        all_of["devices"] += end.get("devices", [])
    return all_of


def _report(done, in_json):
    import json

    for name, reason in done["problems"].items():
        if in_json:
            print(json.dumps({"event": "problem", "input": name, "reason": reason}))
        else:
            print(f"gpufft process: {reason}", file=sys.stderr)
    if in_json:
        print(json.dumps({"event": "done", **done, "problems": len(done["problems"])}))
    else:
        print(f"devices  {', '.join(done['devices'])}")
        print(f"done     {done['samples_done']} samples, {done['chunks_done']} chunks")
    return 3 if done["problems"] else 0
