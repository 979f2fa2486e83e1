import { deepEqual } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/testing/root.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Returns `mysql 9.7` for each server image that the file names. */
const serversIn = (text: string): string[] => {
  const images = text.matchAll(/image: (?:\S+\/)?(mysql|mariadb|rabbitmq|redis|valkey):(\d+\.\d+)/g);
  return [...new Set([...images].map(([, name, version]) => `${name} ${version}`))].sort();
};

/** Returns `mysql 9.7` for each row of the table that names the file. */
function rowsNamedIn(file: string, page: string): string[] {
  const section = /\n## Supported servers\n(.*?)\n## /s.exec(page)?.[1] ?? '';
  const rows = section.split('\n').flatMap((line) => (line.startsWith('|') ? [line.split('|').map((cell) => cell.trim())] : []));
  return rows
    .flatMap(([, name = '', version, , , named = '']) => (named.includes(file) ? [`${name.toLowerCase()} ${version}`] : []))
    .sort();
}

describe('the table of supported servers', () => {
  const page = read('docs/operate.md');

  it('lists the servers in docker-compose.yml', () => {
    deepEqual(rowsNamedIn('compose', page), serversIn(read('docker-compose.yml')));
  });

  it('lists the servers in the manifests', () => {
    const manifests = globSync('deploy/servers/*.yaml', { cwd: root }).map(read).join('\n');
    deepEqual(rowsNamedIn('manifests', page), serversIn(manifests));
  });

  it('differs from a file with another version', () => {
    deepEqual(rowsNamedIn('compose', page).includes('mysql 8.0'), false);
    deepEqual(serversIn('image: mysql:8.0\nimage: valkey/valkey:9.1-alpine\nimage: signalbox/audit:0.1.0'), ['mysql 8.0', 'valkey 9.1']);
  });
});
