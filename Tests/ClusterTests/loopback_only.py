"""Runs a program in a network namespace of its own, after its loopback interface is up.

    unshare --net python3 loopback_only.py PROGRAM ARGUMENT…
"""

import fcntl
import os
import socket
import struct
import sys

SIOCSIFFLAGS, IFF_UP = 0x8914, 1

with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
    fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))
os.execv(sys.argv[1], sys.argv[1:])
