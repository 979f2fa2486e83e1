-- Services create their own schemas, named with the prefix; the user has no other rights.
grant all privileges on `signalbox\_%`.* to 'signalbox'@'%';
