// Loaded before a process of the product: notes whom it tries to connect to, one line each, in the file of RECORDED_CONNECTIONS.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { basename } from 'node:path';

/** One attempt of a process to connect. */
export interface Connection {
  /** What the process was started with: the name of a service, or else the file that it runs. */
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
