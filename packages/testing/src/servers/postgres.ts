import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Recipe } from './private-server.ts';

/** Debian's folder of versions, of which none is in the PATH. */
const versions = '/usr/lib/postgresql';

/**
 * Recipe of a PostgreSQL (user `postgres` without password, loopback only), or undefined if none is installed. PostgreSQL refuses to run
 * as root, so root starts it as the account `postgres`, which its Debian package creates.
 */
export function postgresRecipe(): Recipe | undefined {
  const bin = existsSync(versions) ? readdirSync(versions).toSorted((one, other) => Number(other) - Number(one))[0] : undefined;
  if (bin === undefined) return undefined;
  const pathOf = (name: string) => join(versions, bin, 'bin', name);
  const account = process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  const asAccount = (executable: string, args: readonly string[]) => ({ command: 'setpriv', args: [...account, executable, ...args] });
  return {
    name: 'postgres',
    url: (port) => `postgres://postgres@127.0.0.1:${port}/postgres`,
    probe: (port) => probePostgres(port),
    ports: 1,
    prepare(folder) {
      const data = join(folder, 'data');
      mkdirSync(data);
      chmodSync(folder, 0o711);
      if (account.length > 0) chownSync(data, accountId('-u'), accountId('-g'));
      const { command, args } = asAccount(pathOf('initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8']);
      execFileSync(command, args, { cwd: '/', stdio: 'pipe' });
    },
    commands: (folder, [port]) => [
      asAccount(pathOf('postgres'), ['-D', join(folder, 'data'), '-p', String(port), '-h', '127.0.0.1', '-k', '']),
    ],
  };
}

const accountId = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

/** An SSL request, which a PostgreSQL that is up answers with one byte. */
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

function probePostgres(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(sslRequest));
    socket.setTimeout(1000, () => socket.destroy(new Error('does not answer')));
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed the connection')));
  });
}
