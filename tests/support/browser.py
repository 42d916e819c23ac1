"""A browser without a window, spoken to over the DevTools protocol: what a page shows, measured where it is shown."""

import json
import os
import select
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager

PATIENCE = 120.0
"""Seconds after which what does not come is an error: long, for a machine that does much else at the same time."""

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)

FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
]
"""A browser without a window that does nothing by itself."""

KEYS = {
    "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowRight": 39, "ArrowDown": 40,
}  # fmt: skip
"""The codes of the keys that tests press."""

# Chromium reads commands on descriptor 3 and answers on 4.
_LAUNCH = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); "
    "os.execvp(sys.argv[3], sys.argv[3:])"
)


def found():
    """Return the browser: the one that CHROMIUM names, else the first on the path."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def browser(program, profile):
    """Start a browser with an empty profile, and end it."""
    read_commands, commands = os.pipe()
    answers, write_answers = os.pipe()
    passed = (read_commands, write_answers)
    flags = [*FLAGS, f"--user-data-dir={profile}", "about:blank"]
    process = subprocess.Popen(
        [sys.executable, "-c", _LAUNCH, *map(str, passed), program, *flags],
        pass_fds=passed,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for descriptor in passed:
        os.close(descriptor)
    started = Browser(commands, answers)
    try:
        yield started
    finally:
        os.close(commands)
        os.close(answers)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Browser:
    """The two ends of the pipe, and the events of each page in the order in which they came."""

    def __init__(self, commands, answers):
        self._commands = commands
        self._answers = answers
        self._rest = b""
        self._number = 0
        self._pages = []
        self.events = {}

    def call(self, method, session=None, **params):
        """Send a command and return its result."""
        self._number += 1
        message = {
            "id": self._number,
            "method": method,
            "params": params,
        }
        if session is not None:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._commands, data) :]
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def wait(self, event, session, **about):
        """Wait for an event of a page, with these parameters."""
        seen = 0
        while True:
            told = self.events.get(session, [])
            for each in told[seen:]:
                if each["method"] == event and about.items() <= each["params"].items():
                    return
            seen = len(told)
            self._receive()

    def open(self, url, *, width, height=800, dark=False, scripts=True):
        """Open a page in a window of this size, and wait until it has loaded."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        page = Page(self, session, target)
        self._pages.append(page)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        page.call("Page.setLifecycleEventsEnabled", enabled=True)
        page.size(width, height)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        page.call("Emulation.setEmulatedMedia", features=[scheme])
        page.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        page.load(url)
        return page

    def close(self, page):
        """Close a page with its window."""
        if page in self._pages:
            self._pages.remove(page)
            self.call("Target.closeTarget", targetId=page.target)

    def close_all(self):
        """Close the pages that are open."""
        for page in [*self._pages]:
            self.close(page)

    def _receive(self):
        while b"\0" not in self._rest:
            if not select.select([self._answers], [], [], PATIENCE)[0]:
                raise TimeoutError(
                    f"the browser has said nothing for {PATIENCE:g} seconds"
                )
            more = os.read(self._answers, 1 << 16)
            if not more:
                raise RuntimeError("the browser has ended")
            self._rest += more
        line, self._rest = self._rest.split(b"\0", 1)
        message = json.loads(line)
        if "method" in message:
            self.events.setdefault(message.get("sessionId", ""), []).append(message)
        return message


class Page:
    """A page that is open."""

    def __init__(self, browser, session, target):
        self._browser = browser
        self.session = session
        self.target = target

    def call(self, method, **params):
        return self._browser.call(method, self.session, **params)

    def load(self, url):
        """Go to an address and wait until it has loaded."""
        loader = self.call("Page.navigate", url=url)["loaderId"]
        # The empty page of a new window may load only now; its event is another one.
        self._browser.wait(
            "Page.lifecycleEvent", self.session, name="load", loaderId=loader
        )

    def size(self, width, height):
        """Give the window another size."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def evaluate(self, expression):
        """Return the value of an expression, of a promise the value that it comes to."""
        told = self.call(
            "Runtime.evaluate",
            expression=expression,
            awaitPromise=True,
            returnByValue=True,
        )
        if "exceptionDetails" in told:
            raise RuntimeError(json.dumps(told["exceptionDetails"]))
        return told["result"].get("value")

    def until(self, expression):
        """Wait until the value of an expression is neither false nor empty, and return it."""
        end = time.monotonic() + PATIENCE
        while not (value := self.evaluate(expression)):
            assert time.monotonic() < end, f"this has not come true: {expression}"
            time.sleep(0.02)
        return value

    def press(self, key, text=""):
        """Press a key; ``text`` is what it types."""
        about = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
        typed = {"text": text} if text else {}
        self.call(
            "Input.dispatchKeyEvent",
            type="keyDown" if text else "rawKeyDown",
            **about,
            **typed,
        )
        self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    def events(self, method):
        """Return what the page has reported so far."""
        self.evaluate("0")
        return [
            each["params"]
            for each in self._browser.events.get(self.session, [])
            if each["method"] == method
        ]

    def complaints(self):
        """Return errors and warnings of the console, and exceptions."""
        thrown = self.events("Runtime.exceptionThrown")
        logged = self.events("Log.entryAdded")
        called = [
            each
            for each in self.events("Runtime.consoleAPICalled")
            if each["type"] in ("error", "warning", "assert")
        ]
        return thrown + logged + called

    def requests(self):
        """Return the addresses that the page asked for, itself aside."""
        return [
            each["request"]["url"] for each in self.events("Network.requestWillBeSent")
        ][1:]

    def close(self):
        """Leave it before the test ends."""
        self._browser.close(self)
