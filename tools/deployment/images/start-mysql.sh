#!/bin/sh
# Prepares the data at the first start, using the variables that docker-compose.yml sets.
set -e
data=/var/lib/mysql
if [ ! -d "$data/mysql" ]; then
  chown mysql:mysql "$data"
  mysqld --initialize-insecure --user=mysql --datadir="$data"
  {
    echo "alter user 'root'@'localhost' identified by '$(cat "$MYSQL_ROOT_PASSWORD_FILE")';"
    echo "create user '$MYSQL_USER'@'%' identified by '$(cat "$MYSQL_PASSWORD_FILE")';"
    cat /docker-entrypoint-initdb.d/*.sql
  } > /run/mysqld/first.sql
  set -- --init-file=/run/mysqld/first.sql
fi
exec mysqld --user=mysql --datadir="$data" --bind-address=0.0.0.0 "$@"
