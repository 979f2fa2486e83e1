import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { streaming } from '../delivery/event-stream.fixture.ts';

const atOnce = 200;
/** Files that a process needs besides the sockets of its streams. */
const otherFiles = 200;

/** The number of streams that one process may open, by its limit of open files. */
export async function maxStreamsHere(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8');
  return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? 1024) - otherFiles;
}

/** Opens streams that have all changes until this revision. Resolves when all are accepted. Returns their sockets. */
export async function openStreams(url: string, token: string, revision: number, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const lines = [`GET ${streaming} HTTP/1.1`, `host: ${hostname}`, 'accept: text/event-stream', `authorization: ${token}`];
  const head = `${[...lines, `last-event-id: ${revision}`].join('\r\n')}\r\n\r\n`;
  const open = async () => {
    const socket = connect(Number(port), hostname);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    socket.once('data', (data) => resolve(String(data)));
    socket.once('error', reject);
    socket.write(head);
    const [status = ''] = (await promise).split('\r\n');
    if (!status.includes(' 200 ')) throw new Error(`A stream was refused: ${status}`);
    return socket.resume();
  };
  const sockets: Socket[] = [];
  while (sockets.length < count)
    sockets.push(...(await Promise.all(Array.from({ length: Math.min(atOnce, count - sockets.length) }, open))));
  return sockets;
}
