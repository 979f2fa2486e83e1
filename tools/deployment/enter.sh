#!/bin/sh
# Makes a Debian folder the root of this mount namespace, with the working copy at the same path, and runs a command there. Arguments: the
# root, the working copy, the Docker engine's data folder, the command. Runs in its own namespaces (tools/check-deployment.ts): all mounts,
# processes and addresses end with them.
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
