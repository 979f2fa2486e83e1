#!/bin/sh
# Gives the network namespace of a process a way to the mirrors, and nothing of this machine's loopback.
# Arguments: the root that has slirp4netns, the process. Ends when what it reads from file descriptor 3 ends.
set -e
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount --bind /etc/resolv.conf "$1/etc/resolv.conf"
exec chroot "$1" slirp4netns --configure --mtu=1400 --disable-host-loopback --exit-fd=3 "$2" tap0
