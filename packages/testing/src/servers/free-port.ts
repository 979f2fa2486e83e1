import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ephemeral ports (from 32768 on Linux, from 49152 elsewhere), which may be taken at any moment. */
const [first, end] = [20_000, 32_768];
const attempts = 50;
/**
 * One file per port that a living process of this user has found, with the process's id. The process may listen there later, and again
 * after a restart.
 */
const claims = join(tmpdir(), `signalbox-ports-${process.getuid?.() ?? ''}`);
const own = new Set<string>();

/** Returns a free port of the loopback interface that no living process of this user has found before. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = randomInt(first, end);
    if (claim(String(port)) && (await isFree(port))) return port;
  }
  throw new Error('no free port');
}

function claim(port: string): boolean {
  mkdirSync(claims, { recursive: true });
  const file = join(claims, port);
  try {
    if (isClaimed(file)) return false;
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch {
    return false; // Another process was faster.
  }
  if (own.size === 0) process.once('exit', giveUpClaims);
  own.add(file);
  return true;
}

/** Deletes claims of killed processes. */
function isClaimed(file: string): boolean {
  const owner = readOwner(file);
  if (owner === undefined) return false;
  try {
    return process.kill(owner, 0);
  } catch {
    rmSync(file, { force: true });
    return false;
  }
}

function readOwner(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function giveUpClaims(): void {
  for (const file of own) rmSync(file, { force: true });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
