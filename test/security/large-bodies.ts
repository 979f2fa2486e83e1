import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pathOf, writes } from './planted-fields.ts';
import { emittedAfter, lastMessages, ms, percentile, type Row, type World } from './world.ts';

/** More than any route accepts. */
const largeBytes = 17 * 1024 * 1024;
const limitMs = 10_000;
const chunk = Buffer.alloc(64 * 1024, 0x20);

/** Sends a body larger than any limit to every operation with a body, with and without Content-Length. */
export async function sendLarge(world: World, requested = writes): Promise<Row> {
  const findings: string[] = [];
  /** CPU milliseconds of client and server, which other work on the machine does not lengthen much. */
  const times: number[] = [];
  const before = await lastMessages(world);
  // The first requests allocate memory once, also in the client in this process.
  for (const operation of requested.slice(0, 4)) await sendChunks(world, operation.method, pathOf(operation), false);
  const rss = process.memoryUsage.rss();
  for (const operation of requested) {
    for (const sized of [true, false]) {
      const begun = process.cpuUsage();
      const status = await sendChunks(world, operation.method, pathOf(operation), sized);
      const { user, system } = process.cpuUsage(begun);
      times.push((user + system) / 1000);
      // SCIM checks its own token, and throttled routes count the request, before they read a body.
      const isRefusedUnread = (operation.path.includes('/scim/') && status === 401) || status === 429;
      if (status !== 413 && !isRefusedUnread) findings.push(`${operation.id}, ${sized ? 'sized' : 'in chunks'}: ${status}`);
    }
  }
  const grownMb = (process.memoryUsage.rss() - rss) / 2 ** 20;
  if (grownMb > 100) findings.push(`memory grew by ${grownMb.toFixed(0)} MB`);
  findings.push(...(await emittedAfter(world, before)));
  const p50 = percentile(times, 50);
  if (p50 > 50) findings.push(`the median was ${ms(p50)}`);
  return {
    what: 'bodies of 17 MB, with and without Content-Length',
    cases: times.length,
    figure: `all 413; CPU p50 ${ms(p50)}, p99 ${ms(percentile(times, 99))}; memory ${grownMb.toFixed(0)} MB`,
    target: '413 within 50 ms of CPU, < 100 MB including the client, nothing stored',
    holds: findings.length === 0,
    findings,
  };
}

/** Sends until there is a response. Returns its status; 0 without a response. */
function sendChunks({ app, adminToken }: World, method: string, path: string, sized: boolean): Promise<number> {
  const headers = { authorization: adminToken, 'content-type': 'application/json', ...(sized && { 'content-length': largeBytes }) };
  return new Promise((resolve) => {
    const sending = request(`${app.url}${path}`, { method, headers, agent: false, timeout: limitMs });
    const end = (status: number) => {
      resolve(status);
      sending.destroy();
    };
    sending.on('response', ({ statusCode = 0 }) => end(statusCode));
    sending.on('timeout', () => end(0));
    sending.on('error', () => resolve(0));
    Readable.from(chunks()).pipe(sending);
  });
}

function* chunks(): Generator<Buffer> {
  for (let left = largeBytes; left > 0; left -= chunk.length) yield chunk;
}
