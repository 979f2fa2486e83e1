import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Image } from './build-images.ts';

/** How an image is run. */
export interface RunOptions {
  readonly variables: Readonly<Record<string, string>>;
  /** Whether there is a volume at /data. */
  readonly writesData: boolean;
  /** What runs in it; the image's own command unless it is given. */
  readonly command?: readonly string[];
}

// Its arguments are the folder, who it runs as, whether /data can be written, and what is run in it. Nothing is left of root's
// rights, as `cap_drop` and `no-new-privileges` have it.
const enter = `
folder=$1 user=$2 group=$3 data=$4; shift 4
mount --bind "$folder" "$folder"
mount -o remount,ro,bind "$folder"
mount -t proc proc "$folder/proc"
mount --bind /dev "$folder/dev"
if [ "$data" = yes ]; then mount -t tmpfs -o "uid=$user,gid=$group,mode=0700" tmpfs "$folder/data"; fi
exec chroot "$folder" setpriv --reuid "$user" --regid "$group" --clear-groups --bounding-set=-all --no-new-privs /usr/bin/env -i "$@"
`;

/** Where a process could leave something that must not. */
const closed = ['/', '/signalbox', '/tmp', '/usr/bin', '/var/tmp', '/etc'];
const look = `
for folder in "$@"; do touch "$folder/planted" 2>/dev/null && echo "it can write to $folder"; done
[ "$(id -u)" != 0 ] || echo "it runs as root"
while read -r name value; do
  case "$name" in
    CapEff:|CapBnd:) [ "$value" = 0000000000000000 ] || echo "it has the rights $name $value" ;;
    NoNewPrivs:) [ "$value" = 1 ] || echo "it can gain rights" ;;
  esac
done < /proc/1/status
true
`;

const startLimitMs = 90_000;
const stopLimitMs = 15_000;
const pollMs = 200;

/** A process in an image: alone in its process space as number 1, as the image's user, on a root that cannot be written. */
export class Run {
  readonly #image: Image;
  readonly #variables: readonly string[];
  readonly #process: ChildProcess;
  readonly #writesData: boolean;
  #ended: number | null = null;
  #output = '';

  constructor(image: Image, { variables, writesData, command }: RunOptions) {
    this.#image = image;
    this.#writesData = writesData;
    this.#variables = [...image.config.Env, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)];
    const { Entrypoint, Cmd } = image.config;
    const isolation = ['--mount', '--pid', '--fork', '--kill-child'];
    const args = ['sh', '-ec', enter, 'enter', image.folder, ...this.#userAndGroup, writesData ? 'yes' : 'no'];
    const run = this.#inWorkingDirectory(command ?? [...Entrypoint, ...Cmd]);
    this.#process = spawn('unshare', [...isolation, ...args, ...run], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#process.stdout, this.#process.stderr]) stream?.on('data', (text: Buffer) => (this.#output += text));
    this.#process.once('close', (code) => {
      this.#ended = code ?? -1;
    });
  }

  /** All that it has written. */
  get output(): string {
    return this.#output;
  }

  get #userAndGroup(): readonly string[] {
    return this.#image.config.User.split(':');
  }

  #inWorkingDirectory(command: readonly string[]): string[] {
    return [...this.#variables, 'sh', '-c', 'cd "$0" && exec "$@"', this.#image.config.WorkingDir, ...command];
  }

  /** Runs a command beside the process, where and as what it runs. */
  #beside(...command: string[]): { status: number | null; stdout: string } {
    const [first] = this.#children();
    if (first === undefined) return { status: null, stdout: '' };
    const [user = '', group = ''] = this.#userAndGroup;
    const spaces = ['--target', String(first), '--mount', '--pid', '--root', '--'];
    const confined = ['setpriv', '--reuid', user, '--regid', group, '--clear-groups', '--bounding-set=-all', '--no-new-privs'];
    const args = [...spaces, ...confined, '/usr/bin/env', '-i', ...this.#inWorkingDirectory(command)];
    return spawnSync('nsenter', args, { timeout: stopLimitMs, encoding: 'utf8' });
  }

  /** Runs the image's own health check until it passes; answers after how many milliseconds. */
  async whenHealthy(): Promise<number> {
    const [, ...check] = this.#image.config.Healthcheck.Test;
    const begun = performance.now();
    while (this.#beside(...check).status !== 0) {
      if (this.#ended !== null) throw new Error(`it ended with ${this.#ended}:\n${this.#output}`);
      if (performance.now() - begun > startLimitMs) throw new Error(`it is not healthy after ${startLimitMs / 1000} s:\n${this.#output}`);
      await pause(pollMs);
    }
    return performance.now() - begun;
  }

  /** Where it is less confined than an image is to be, in sentences. */
  looseEnds(): string[] {
    const folders = this.#writesData ? closed : [...closed, '/data'];
    const { status, stdout } = this.#beside('sh', '-c', look, 'look', ...folders);
    return status === 0 ? stdout.split('\n').filter(Boolean) : ['nobody could look at how it is confined'];
  }

  /** Waits until it has ended by itself; answers its exit code. */
  async whenEnded(): Promise<number> {
    const begun = performance.now();
    while (this.#ended === null && performance.now() - begun < startLimitMs) await pause(pollMs);
    return this.#ended ?? (await this.stop()).code;
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
