import { connect, type Socket } from 'node:net';

const atOnce = 200;

/** Open streams that record when each of them receives a change. */
export interface Readers {
  /** Discards earlier records. Call it before each change. */
  reset(): void;
  /** Resolves with the milliseconds from `since` until each stream received the change. */
  reported(since: number): Promise<number[]>;
  close(): void;
}

/** Opens a number of change streams and waits for the first event of each. */
export async function openReaders(url: string, token: string, count: number): Promise<Readers> {
  const sockets: Socket[] = [];
  let reportedAt: number[] = [];
  let left = count;
  let all = Promise.withResolvers<void>();
  const open = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = openStream(url, token).once('error', reject);
      sockets.push(socket);
      socket.on('data', (chunk: Buffer) => {
        if (reportedAt[index] !== undefined || !chunk.includes('unleash-')) return;
        reportedAt[index] = performance.now();
        left -= 1;
        if (left === 0) all.resolve();
        resolve();
      });
    });
  for (let first = 0; first < count; first += atOnce) {
    await Promise.all(Array.from({ length: Math.min(atOnce, count - first) }, (_, index) => open(first + index)));
  }
  return {
    reset() {
      reportedAt = [];
      left = count;
      all = Promise.withResolvers();
    },
    async reported(since) {
      await all.promise;
      return reportedAt.map((time) => time - since);
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function openStream(url: string, token: string): Socket {
  const { hostname, port } = new URL(url);
  const request = `GET /api/client/streaming HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\nauthorization: ${token}\r\n\r\n`;
  const socket = connect(Number(port), hostname);
  return socket.once('connect', () => void socket.write(request));
}
