"""Dies of a signal while it works on a request."""

import os
import signal

from adapter_lines import serve

serve(lambda request: os.kill(os.getpid(), signal.SIGKILL))
