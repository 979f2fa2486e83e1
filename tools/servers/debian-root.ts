import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FindExecutable } from '../../packages/testing/src/servers.ts';

const mirror = 'http://deb.debian.org/debian';
/** Folders of executables in Debian. The RabbitMQ executables for ordinary users come first. */
const folders = ['/usr/lib/rabbitmq/bin', '/usr/sbin', '/usr/bin'];

/** A Debian system in a folder, with executables that run in it on this machine's network. */
export interface DebianRoot {
  /** Returns a lookup that finds wrappers of these executables only. */
  readonly executables: (...names: readonly string[]) => FindExecutable;
  /** Returns the upstream version of an installed package. */
  readonly versionOf: (name: string) => string;
}

/** Opens a root, which mmdebstrap creates once in about a minute. Throws an error with the reason if that is not possible. */
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

/** A system for mmdebstrap to create, and its target. */
interface Debian {
  readonly suite: string;
  readonly packages: readonly string[];
  readonly target: string;
  readonly format: 'directory' | 'tar';
}

/** Creates a Debian system; it gets its final name once complete. Throws an error with the reason if that is not possible. */
export function makeDebian({ suite, packages, target, format }: Debian): void {
  if (process.getuid?.() !== 0) throw new Error('Please run this command as root: it creates Debian systems and runs servers in them.');
  const part = `${target}.part`;
  mkdirSync(dirname(target), { recursive: true });
  rmSync(part, { recursive: true, force: true });
  // Signatures of unstable are valid for a week, and mirrors may be older.
  const options = ['--variant=minbase', '--mode=root', `--format=${format}`, '--aptopt=Acquire::Check-Valid-Until "false"'];
  const included = packages.length > 0 ? [`--include=${packages.join(',')}`] : [];
  const made = spawnSync('mmdebstrap', [...options, ...included, suite, part, mirror], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (made.error) throw new Error(`mmdebstrap is required to create Debian systems: ${made.error.message}`);
  if (made.status !== 0) throw new Error(`mmdebstrap failed for ${suite}: ${made.stderr.trim().split('\n').slice(-4).join(' | ')}`);
  renameSync(part, target);
}

/** Writes a wrapper that runs the executable in its own mount namespace, with the data at the same path as on this machine. */
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
