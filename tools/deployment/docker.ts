import { execFile, spawn } from 'node:child_process';
import { createReadStream, openSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../testing/root.ts';

const log = '/var/log/dockerd.log';
const startLimitMs = 60_000;

/** Runs a command and returns its output. Throws with the end of the output if the command fails. */
export function run(executable: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(executable, args, { cwd: root, maxBuffer: 1e9 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${executable} ${args.join(' ')} failed:\n${`${stdout}${stderr}`.slice(-3000)}`)) : resolve(stdout.trim()),
    );
  });
}

export const docker = (...args: string[]): Promise<string> => run('docker', ...args);

/** Runs docker compose on the unchanged file, without this machine's `.env`. */
export const composeWith =
  (...options: string[]) =>
  (...args: string[]): Promise<string> =>
    docker('compose', '--env-file', '/dev/null', ...options, ...args);

/** Starts the engine, which ends with its namespaces. Resolves when the engine responds and the network is up. */
export async function startEngine(): Promise<void> {
  const end = Date.now() + startLimitMs;
  while (!networkInterfaces()['tap0']) await waitBefore(end, 'there is no network: slirp4netns did not start');
  const output = openSync(log, 'w');
  spawn('dockerd', [], { stdio: ['ignore', output, output] });
  while (!(await docker('info').then(Boolean, () => false)))
    await waitBefore(end, () => `the engine did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`);
}

async function waitBefore(end: number, otherwise: string | (() => string)): Promise<void> {
  if (Date.now() > end) throw new Error(typeof otherwise === 'string' ? otherwise : otherwise());
  await pause(200);
}

/** Imports a Debian system as an image. */
export async function importImage(archive: string, name: string): Promise<void> {
  const importing = spawn('docker', ['import', '-', name], { stdio: ['pipe', 'ignore', 'inherit'] });
  createReadStream(archive).pipe(importing.stdin);
  const code = await new Promise((resolve) => importing.once('close', resolve));
  if (code !== 0) throw new Error(`${archive} could not be imported`);
}
