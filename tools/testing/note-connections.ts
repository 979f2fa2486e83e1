// Preloaded into processes of the product. Appends each connection attempt as one line to the file in RECORDED_CONNECTIONS.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { basename } from 'node:path';

/** A connection attempt of a process. */
export interface Connection {
  /** Name of the service that the process runs, or of its script. */
  readonly by: string;
  readonly pid: number;
  readonly port: number;
}

const { RECORDED_CONNECTIONS: file } = process.env;
const [, script = '', service] = process.argv;
const by = service ?? basename(script, '.ts');
const note = (_address: string, port: number) => {
  if (file) appendFileSync(file, `${JSON.stringify({ by, pid: process.pid, port } satisfies Connection)}\n`);
};

if (file)
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { socket: Socket };
    socket.on('connectionAttempt', note);
  });
