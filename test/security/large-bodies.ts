import { connect } from 'node:net';
import { once } from 'node:events';
import { pathOf, writes } from './planted-fields.ts';
import { messagesOf, ms, percentile, type Row, type World } from './world.ts';

/** More than any route takes. */
const largeBytes = 11 * 1024 * 1024;
const limitMs = 10_000;
const piece = Buffer.alloc(64 * 1024, 0x20);

/** More than ten megabytes for every operation that takes a body, sized and not sized. */
export async function sendLarge(world: World, asked = writes): Promise<Row> {
  const findings: string[] = [];
  const times: number[] = [];
  const before = await messagesOf(world);
  const rss = process.memoryUsage.rss();
  for (const operation of asked) {
    for (const sized of [true, false]) {
      const begun = performance.now();
      const status = await sendPieces(world, operation.method, pathOf(operation), sized);
      times.push(performance.now() - begun);
      if (status !== 413) findings.push(`${operation.id}, ${sized ? 'sized' : 'in chunks'}: ${status}`);
    }
  }
  const grownMb = (process.memoryUsage.rss() - rss) / 2 ** 20;
  if (grownMb > 50) findings.push(`memory grew by ${grownMb.toFixed(0)} MB`);
  if ((await messagesOf(world)) !== before) findings.push('something was stated');
  const p50 = percentile(times, 50);
  if (p50 > 50) findings.push(`the median was ${ms(p50)}`);
  return {
    what: 'bodies of 11 MB, sized and in chunks',
    cases: times.length,
    figure: `all 413; p50 ${ms(p50)}, p99 ${ms(percentile(times, 99))}; memory ${grownMb.toFixed(0)} MB`,
    target: '413 within 50 ms, < 50 MB, nothing stored',
    holds: findings.length === 0,
    findings,
  };
}

/** Sends until it is answered, as a client that does not look does. Answers the status; 0 where there was none. */
async function sendPieces({ app, adminToken }: World, method: string, path: string, sized: boolean): Promise<number> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const over = { answer: '', isOver: false };
  socket.on('data', (bytes) => (over.answer += String(bytes)));
  for (const end of ['error', 'close']) socket.on(end, () => (over.isOver = true));
  await once(socket, 'connect');
  const length = sized ? `content-length: ${largeBytes}` : 'transfer-encoding: chunked';
  const headers = [`host: ${hostname}`, `authorization: ${adminToken}`, 'content-type: application/json', length, 'connection: close'];
  socket.write(`${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  let left = largeBytes;
  for (const end = performance.now() + limitMs; over.answer === '' && !over.isOver && performance.now() < end; await pause()) {
    if (left <= 0 || socket.writableLength > 0) continue;
    left -= piece.length;
    socket.write(sized ? piece : Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]));
  }
  socket.destroy();
  return Number(over.answer.split(' ')[1] ?? 0);
}

const pause = () => new Promise<void>((resolve) => void setImmediate(resolve));
