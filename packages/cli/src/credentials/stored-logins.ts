import { chmod, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { decodeText } from '@signalbox/contracts/decode-text';
import { pause } from '@signalbox/timing';
import { usageProblem } from '../base/problem.ts';

/** A login on one server. */
export interface StoredLogin {
  readonly token: string;
  readonly refreshToken?: string;
  /** ISO date. */
  readonly expiresAt?: string;
  readonly user?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The file with the logins of all servers. Only its owner may read it. */
function loginsFile(env: Env): string {
  const home = env['HOME'] || env['USERPROFILE'];
  const folder = env['XDG_CONFIG_HOME'] || env['APPDATA'] || (home && join(home, '.config'));
  if (!folder) throw usageProblem('There is no home folder for logins. Set HOME, or use SIGNALBOX_TOKEN.');
  return join(folder, 'signalbox', 'logins.json');
}

async function readLogins(path: string): Promise<Readonly<Record<string, StoredLogin>>> {
  const text = await readFile(path)
    .then(decodeText)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}';
      throw usageProblem(`${path} cannot be read: ${error.message}`);
    });
  try {
    return JSON.parse(text) as Readonly<Record<string, StoredLogin>>;
  } catch {
    throw usageProblem(`${path} is not valid JSON. Delete it and run signalbox login.`);
  }
}

/** The stored login of a server, if any. */
export async function findLogin(env: Env, url: string): Promise<StoredLogin | undefined> {
  const hasFolder = [env['HOME'], env['USERPROFILE'], env['XDG_CONFIG_HOME'], env['APPDATA']].some(Boolean);
  return hasFolder ? (await readLogins(loginsFile(env)))[new URL(url).origin] : undefined;
}

/** Stores the login of a server, or removes it. The file is replaced at once, so that other processes never read half of it. */
export async function storeLogin(env: Env, url: string, login: StoredLogin | undefined): Promise<void> {
  const path = loginsFile(env);
  const logins = { ...(await readLogins(path)), [new URL(url).origin]: login };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${process.pid}`;
  await writeFile(next, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 });
  // An existing file retains its mode.
  await chmod(next, 0o600);
  await rename(next, path);
}

const lockPauseMs = 50;
/** A process that holds the lock longer than this has been killed. */
const staleLockMs = 30_000;

/** Runs work while no other process renews a login. */
export async function whileLocked<T>(env: Env, work: () => Promise<T>): Promise<T> {
  const path = `${loginsFile(env)}.lock`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  while (!(await lock(path))) await pause(lockPauseMs);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function lock(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const since = await stat(path).catch(() => undefined);
    if (since !== undefined && Date.now() - since.mtimeMs > staleLockMs) await rm(path, { force: true });
    return false;
  }
}
