-- Each service makes a schema of its own, called after the prefix; the user may do nothing else.
grant all privileges on `signalbox\_%`.* to 'signalbox'@'%';
