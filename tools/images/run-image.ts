import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Image } from './build-images.ts';

// Its arguments are the folder, who it runs as, whether /data can be written, and what is run in it.
const enter = `
folder=$1 user=$2 data=$3; shift 3
mount --bind "$folder" "$folder"
mount -o remount,ro,bind "$folder"
mount -t proc proc "$folder/proc"
mount --bind /dev "$folder/dev"
if [ "$data" = yes ]; then mount -t tmpfs -o "uid=\${user%:*},gid=\${user#*:},mode=0700" tmpfs "$folder/data"; fi
exec chroot --userspec="$user" "$folder" /usr/bin/env -i "$@"
`;

const startLimitMs = 90_000;
const stopLimitMs = 15_000;
const pollMs = 200;

/** A process in an image: alone in its process space as number 1, as the image's user, on a root that cannot be written. */
export class Run {
  readonly #image: Image;
  readonly #variables: readonly string[];
  readonly #process: ChildProcess;
  #ended: number | null = null;
  #output = '';

  constructor(image: Image, variables: Readonly<Record<string, string>>, writesData: boolean) {
    this.#image = image;
    this.#variables = [...image.config.Env, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)];
    const { Entrypoint, Cmd } = image.config;
    this.#process = this.#enter(writesData, ['unshare', '--mount', '--pid', '--fork', '--kill-child'], [...Entrypoint, ...Cmd]);
    for (const stream of [this.#process.stdout, this.#process.stderr]) stream?.on('data', (text: Buffer) => (this.#output += text));
    this.#process.once('exit', (code) => {
      this.#ended = code ?? -1;
    });
  }

  #enter(writesData: boolean, [executable = '', ...isolation]: string[], command: readonly string[]): ChildProcess {
    const { folder, config } = this.#image;
    const inside = ['sh', '-c', 'cd "$0" && exec "$@"', config.WorkingDir, ...command];
    const args = [...isolation, 'sh', '-ec', enter, 'enter', folder, config.User, writesData ? 'yes' : 'no', ...this.#variables, ...inside];
    return spawn(executable, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Runs the image's own health check until it passes; answers after how many milliseconds. */
  async whenHealthy(): Promise<number> {
    const begun = performance.now();
    while (!this.#isHealthy()) {
      if (this.#ended !== null) throw new Error(`it ended with ${this.#ended}:\n${this.#output}`);
      if (performance.now() - begun > startLimitMs) throw new Error(`it is not healthy after ${startLimitMs / 1000} s:\n${this.#output}`);
      await pause(pollMs);
    }
    return performance.now() - begun;
  }

  #isHealthy(): boolean {
    const { folder, config } = this.#image;
    const [, ...command] = config.Healthcheck.Test;
    const inside = ['/usr/bin/env', '-i', ...this.#variables, 'sh', '-c', 'cd "$0" && exec "$@"', config.WorkingDir, ...command];
    return spawnSync('chroot', [`--userspec=${config.User}`, folder, ...inside], { timeout: stopLimitMs }).status === 0;
  }

  /** Ends it as an orchestrator does; answers the exit code and after how many milliseconds. */
  async stop(): Promise<{ code: number; ms: number }> {
    const begun = performance.now();
    for (const pid of this.#children()) process.kill(pid, 'SIGTERM');
    while (this.#ended === null && performance.now() - begun < stopLimitMs) await pause(pollMs);
    if (this.#ended === null) this.#process.kill('SIGKILL');
    return { code: this.#ended ?? -1, ms: performance.now() - begun };
  }

  /** The signal is for process 1 of the space, not for what made the space. */
  #children(): number[] {
    if (this.#ended !== null) return [];
    const children = readFileSync(`/proc/${this.#process.pid}/task/${this.#process.pid}/children`, 'utf8');
    return children.split(' ').filter(Boolean).map(Number);
  }
}
