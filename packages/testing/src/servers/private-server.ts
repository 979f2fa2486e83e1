import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from './free-port.ts';
import type { Probe } from './probe.ts';

/** A private server that tests can stop, freeze and discard. It ends with the process that started it, even after SIGKILL. */
export interface PrivateServer {
  readonly url: string;
  /** The responding process; another one after each `start`. */
  readonly pid: number;
  /** Kills it (SIGKILL) and waits until it is gone. */
  stop(): Promise<void>;
  /** Starts it again on the same port and data. Resolves when it responds. */
  start(): Promise<void>;
  /** Suspends it (SIGSTOP): connections stay open without responses. */
  freeze(): void;
  /** Undoes `freeze`. */
  thaw(): void;
  /** Kills it and deletes its data, unless a folder was given. */
  close(): Promise<void>;
}

/** Data folder of a private server. Absent: a new folder, deleted on close. */
export interface PrivateServerOptions {
  readonly folder?: string | undefined;
  /** Parent of the new folder (default: the system's temporary folder). */
  readonly parent?: string;
}

/** A program to run as the user of this process. As another user, it could not enter a folder below root's home. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment of this process. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Programs of one kind of server, in the order of their start. The last one responds to the probe. */
export interface Recipe {
  readonly name: string;
  readonly url: (port: number) => string;
  readonly probe: Probe;
  /** Number of free ports that its programs need. It responds on the first one. */
  readonly ports: number;
  /** Fills the folder once, before the first start. */
  readonly prepare?: (folder: string, ports: readonly number[]) => void;
  readonly commands: (folder: string, ports: readonly number[]) => readonly ServerCommand[];
}

const START_LIMIT_MS = 300_000;

/** Runs a recipe: prepares the folder, starts the programs, and waits for the probe. Throws with the end of the log otherwise. */
export async function startPrivate(recipe: Recipe, options: PrivateServerOptions = {}): Promise<PrivateServer> {
  const ports = await Promise.all(Array.from({ length: recipe.ports }, findFreePort));
  const folder =
    options.folder !== undefined ? resolve(options.folder) : mkdtempSync(join(options.parent ?? tmpdir(), `signalbox-${recipe.name}-`));
  const isPrepared = existsSync(join(folder, 'groups'));
  mkdirSync(join(folder, 'groups'), { recursive: true });
  const reaper = startReaper(folder, options.folder === undefined);
  try {
    if (!isPrepared) recipe.prepare?.(folder, ports);
    const server = new RunningServer(recipe, folder, ports, reaper);
    await server.start();
    return server;
  } catch (failure) {
    if (!isPrepared) rmSync(join(folder, 'groups'), { recursive: true, force: true });
    await reaper.reap();
    throw failure;
  }
}

class RunningServer implements PrivateServer {
  readonly url: string;
  readonly #recipe: Recipe;
  readonly #folder: string;
  readonly #ports: readonly number[];
  readonly #reaper: Reaper;
  #children: ChildProcess[] = [];

  constructor(recipe: Recipe, folder: string, ports: readonly number[], reaper: Reaper) {
    this.#recipe = recipe;
    this.#folder = folder;
    this.#ports = ports;
    this.#reaper = reaper;
    this.url = recipe.url(ports[0] as number);
  }

  get pid(): number {
    return this.#children.at(-1)?.pid ?? 0;
  }

  async start(): Promise<void> {
    await this.stop();
    for (const command of this.#recipe.commands(this.#folder, this.#ports)) this.#children.push(this.#run(command));
    const deadline = Date.now() + START_LIMIT_MS;
    for (;;) {
      const problem = await this.#recipe.probe(this.#ports[0] as number).then(
        () => undefined,
        (failure: Error) => failure.message,
      );
      if (problem === undefined) return;
      const ended = this.#children.some(hasEnded);
      if (ended || Date.now() > deadline) throw new Error(`${this.#recipe.name} did not start (${problem}): ${this.#logEnd()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async stop(): Promise<void> {
    for (const child of this.#children.splice(0).reverse()) {
      const ended = hasEnded(child) ? undefined : new Promise((resolve) => child.once('exit', resolve));
      signalGroup(child, 'SIGKILL');
      await ended;
      rmSync(this.#groupFile(child), { force: true });
    }
  }

  freeze(): void {
    for (const child of this.#children) signalGroup(child, 'SIGSTOP');
  }

  thaw(): void {
    for (const child of this.#children) signalGroup(child, 'SIGCONT');
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#reaper.reap();
  }

  /** Each command leads a process group, so that its children are stopped, frozen and killed with it. */
  #run(started: ServerCommand): ChildProcess {
    const { command, args } = withVariables(started);
    const log = openSync(join(this.#folder, 'log'), 'a');
    const child = spawn(command, args, { cwd: this.#folder, detached: true, stdio: ['ignore', log, log] });
    closeSync(log);
    child.on('error', () => undefined);
    if (child.pid !== undefined) writeFileSync(this.#groupFile(child), String(child.pid));
    return child;
  }

  #groupFile(child: ChildProcess): string {
    return join(this.#folder, 'groups', String(child.pid));
  }

  #logEnd(): string {
    return readFileSync(join(this.#folder, 'log'), 'utf8').trim().split('\n').slice(-5).join(' | ');
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (hasEnded(child)) return;
  try {
    process.kill(-(child.pid as number), signal);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ESRCH') throw failure;
  }
}

interface Reaper {
  /** Kills remaining processes and deletes a temporary folder. Resolves when that is done. */
  reap(): Promise<void>;
}

/**
 * A process that waits for the end of its input, which comes however this process dies, and then kills the groups recorded in the folder. A
 * handler of signals or of `exit` could not survive SIGKILL.
 */
function startReaper(folder: string, temporary: boolean): Reaper {
  const script = `trap '' INT TERM HUP
cat >/dev/null
for group in "$0"/groups/*; do [ -f "$group" ] && kill -9 -"\${group##*/}" 2>/dev/null; done
${temporary ? 'rm -rf "$0" || { sleep 1; rm -rf "$0"; }' : 'rm -f "$0"/groups/*'}`;
  const child = spawn('sh', ['-c', script, folder], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    reap: () => {
      child.stdin?.end();
      return ended;
    },
  };
}

/** Uses `env` to set variables, so that this file need not read the environment. */
function withVariables({ command, args, variables = {} }: ServerCommand): { command: string; args: string[] } {
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  return assignments.length === 0 ? { command, args: [...args] } : { command: 'env', args: [...assignments, command, ...args] };
}
