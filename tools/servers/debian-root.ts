import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FindExecutable } from '../../packages/testing/src/servers.ts';

const mirror = 'http://deb.debian.org/debian';
/** Where executables are in a Debian; that of RabbitMQ for ordinary users comes first. */
const folders = ['/usr/lib/rabbitmq/bin', '/usr/sbin', '/usr/bin'];

/** A Debian in a folder, and executables that run in it on this machine's network. */
export interface DebianRoot {
  /** Wrappers of the executables of these packages alone. */
  readonly executables: (...names: readonly string[]) => FindExecutable;
  /** The upstream version of an installed package. */
  readonly versionOf: (name: string) => string;
}

/** Makes the root with mmdebstrap, once, about a minute each. Throws with a sentence where that is not possible. */
export function openDebianRoot(suite: string, packages: readonly string[], cache: string, shared: string): DebianRoot {
  const root = join(cache, suite);
  if (!existsSync(root)) makeRoot(suite, packages, root);
  const bin = mkdtempSync(join(shared, `${suite}-executables-`));
  return {
    executables: (...names) => {
      const own = join(bin, names.join('-'));
      mkdirSync(own);
      for (const name of names) wrap(root, name, shared, own);
      return (name) => (existsSync(join(own, name)) ? join(own, name) : undefined);
    },
    versionOf(name) {
      const version = execFileSync('chroot', [root, 'dpkg-query', '--show', '--showformat=${Version}', name], { encoding: 'utf8' });
      return /^(?:\d+:)?([\d.]+)/.exec(version)?.[1] ?? version;
    },
  };
}

function makeRoot(suite: string, packages: readonly string[], root: string): void {
  makeDebian({ suite, packages, target: root, format: 'directory' });
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
}

/** What is made with mmdebstrap, and where. */
interface Debian {
  readonly suite: string;
  readonly packages: readonly string[];
  readonly target: string;
  readonly format: 'directory' | 'tar';
}

/** Makes a Debian, complete once it has its name. Throws with a sentence where that is not possible. */
export function makeDebian({ suite, packages, target, format }: Debian): void {
  if (process.getuid?.() !== 0) throw new Error('Please run this as root: it makes roots of Debian and runs servers in them.');
  const part = `${target}.part`;
  mkdirSync(dirname(target), { recursive: true });
  rmSync(part, { recursive: true, force: true });
  // Unstable is signed for a week, and mirrors may be older than that.
  const options = ['--variant=minbase', '--mode=root', `--format=${format}`, '--aptopt=Acquire::Check-Valid-Until "false"'];
  const made = spawnSync('mmdebstrap', [...options, `--include=${packages.join(',')}`, suite, part, mirror], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (made.error) throw new Error(`mmdebstrap is needed to make roots of Debian: ${made.error.message}`);
  if (made.status !== 0) throw new Error(`mmdebstrap failed for ${suite}: ${made.stderr.trim().split('\n').slice(-4).join(' | ')}`);
  renameSync(part, target);
}

/** The executable in a mount namespace of its own, where it finds the data at the same path as this machine. */
function wrap(root: string, name: string, shared: string, bin: string): void {
  const executable = folders.map((folder) => join(folder, name)).find((path) => existsSync(join(root, path)));
  if (executable === undefined) throw new Error(`${root} has no ${name}`);
  mkdirSync(join(root, shared), { recursive: true });
  const steps = [
    `mount --rbind '${shared}' '${root}${shared}'`,
    `mount -t proc proc '${root}/proc'`,
    `mount --rbind /dev '${root}/dev'`,
    `exec chroot '${root}' ${executable} "$@"`,
  ].join(' && ');
  writeFileSync(join(bin, name), `#!/bin/sh\nexec unshare --mount -- sh -c '${steps.replaceAll("'", `'\\''`)}' ${name} "$@"\n`, {
    mode: 0o755,
  });
}
