#!/bin/sh
# Makes a folder with a Debian the root of this mount namespace, with the working copy at its own path, and runs a command there.
# Arguments: the root, the working copy, the folder for the data of the Docker engine, the command. Runs in namespaces of its own
# (tools/check-deployment.ts): every mount, process and address ends with them.
set -e
root=$1 copy=$2 data=$3
shift 3
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount -t sysfs sys sys
mount --rbind /sys/fs/cgroup sys/fs/cgroup
mount --rbind /dev dev
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
# The resolver of slirp4netns.
echo 'nameserver 10.0.2.3' > run/resolv.conf
mount --bind run/resolv.conf etc/resolv.conf
mkdir -p ".$copy" var/lib/docker
mount --bind "$data" var/lib/docker
mount --bind "$copy" ".$copy"
pivot_root . mnt
umount -l /mnt
ip link set lo up
cd "$copy"
exec "$@"
