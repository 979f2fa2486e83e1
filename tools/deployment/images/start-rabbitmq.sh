#!/bin/sh
# Runs the server as its own user. Debian's command would use a shell that ignores signals.
exec setpriv --reuid=rabbitmq --regid=rabbitmq --init-groups env HOME=/var/lib/rabbitmq "/usr/lib/rabbitmq/bin/$1"
