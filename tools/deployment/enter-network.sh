#!/bin/sh
# Connects the network namespace of a process to the mirrors, but not to this machine's loopback interface. Arguments: the root that has
# slirp4netns, the process id. Ends when file descriptor 3 is closed.
set -e
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount --bind /etc/resolv.conf "$1/etc/resolv.conf"
exec chroot "$1" slirp4netns --configure --mtu=1400 --disable-host-loopback --exit-fd=3 "$2" tap0
