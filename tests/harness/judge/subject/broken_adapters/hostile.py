"""Means harm: a request names one of the functions below, which does it. All else is answered as it should be."""

import os
import signal
import sys
import time

from adapter_lines import Request, answer, line_of, serve, write

MEGABYTE = 1_000_000


def hold(fifo: str) -> None:
    """Keeps a FIFO open as long as this process lives, and all that it forks."""
    os.write(os.open(fifo, os.O_WRONLY), b"held")


def wait_forever() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    while True:
        signal.pause()


def raw(request: Request, result: str) -> None:
    write('{"jsonrpc":"2.0","id":%d,"result":%s}\n' % (request["id"], result))


def leave_a_daemon(request: Request) -> None:
    """In a session of its own, with all pipes open, its parent gone."""
    if os.fork() == 0:
        os.setsid()
        hold(request["params"]["fifo"])
        if os.fork() == 0:
            write(line_of(request["id"], "left"))
            wait_forever()
        os._exit(0)
    os.wait()


def leave_a_daemon_and_exit(request: Request) -> None:
    leave_a_daemon({**request, "id": 0})


def stop_the_keeper(request: Request) -> None:
    leave_a_daemon(request)
    os.kill(os.getppid(), signal.SIGSTOP)


def kill_the_keeper(request: Request) -> None:
    hold(request["params"]["fifo"])
    os.kill(os.getppid(), signal.SIGKILL)
    wait_forever()


def fork_without_end(request: Request) -> None:
    hold(request["params"]["fifo"])
    while True:
        if os.fork() == 0:
            os.setsid()
            wait_forever()
        time.sleep(0.002)


def fill_the_scratch_folder(request: Request) -> None:
    for number in range(1_000_000):
        with open(os.path.join(os.environ["TMPDIR"], str(number)), "wb") as file:
            file.write(b"x" * MEGABYTE)
        time.sleep(0.005)


def write_one_large_file(request: Request) -> None:
    try:
        with open(os.path.join(os.environ["TMPDIR"], "large"), "wb", buffering=0) as file:
            for _ in range(1000):
                file.write(b"x" * MEGABYTE)
        answer(request, "written")
    except OSError as error:
        answer(request, error.strerror)


def answer_a_gigabyte(request: Request) -> None:
    write('{"jsonrpc":"2.0","id":%d,"result":"' % request["id"])
    for _ in range(1000):
        write("x" * MEGABYTE)
    write('"}\n')


def write_errors_without_end(request: Request) -> None:
    while True:
        sys.stderr.write("e" * 65536)


def stop(request: Request) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def write_zero_bytes(request: Request) -> None:
    write("\0" * 1000 + "\n")


def write_broken_utf8(request: Request) -> None:
    sys.stdout.buffer.write(b'{"jsonrpc":"2.0","id":%d,"result":"\xff\xc0\xaf"}\n' % request["id"])
    sys.stdout.flush()


def nest_deeply(request: Request) -> None:
    raw(request, "[" * 100_000 + "]" * 100_000)


def repeat_a_member(request: Request) -> None:
    raw(request, '"first","result":"last"')


def answer_a_wide_object(request: Request) -> None:
    raw(request, "{" + ",".join('"%d":0' % number for number in range(100_000)) + "}")


def answer_many_values(request: Request) -> None:
    raw(request, "[" + ",".join(["[]"] * 4_000_000) + "]")


def answer_an_infinite_number(request: Request) -> None:
    raw(request, "1e999")


def answer_a_long_number(request: Request) -> None:
    raw(request, "9" * MEGABYTE)


def write_empty_lines(request: Request) -> None:
    write("\n" * MEGABYTE)


def deliver_ten_million_items(request: Request) -> None:
    item = '{"jsonrpc":"2.0","method":"item","params":{"id":%d,"item":0}}\n' % request["id"]
    for _ in range(10_000):
        write(item * 1000)
    answer(request, "delivered")


serve(lambda request: globals()[request["params"]["misbehave"]](request))
