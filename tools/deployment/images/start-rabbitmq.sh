#!/bin/sh
# Runs the server as its own user, which Debian's own command would do through a shell that takes no signal.
exec setpriv --reuid=rabbitmq --regid=rabbitmq --init-groups env HOME=/var/lib/rabbitmq "/usr/lib/rabbitmq/bin/$1"
