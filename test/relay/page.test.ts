import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allSettings, readSettings } from '@signalbox/kit';
import { environmentOf, readCommand } from '@signalbox/relay/arguments';
import { relaySurfaces } from '@signalbox/standalone/relay';
import { parse } from 'yaml';
import { root } from '../../tools/testing/root.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the page about relays', () => {
  const page = read('docs/relay.md');

  it('has commands that a relay accepts', () => {
    const commands = [...page.matchAll(/^node bundle\/main\.js relay (.*)$/gm)].map(([, words = '']) =>
      words.replaceAll('"', '').split(' '),
    );
    equal(commands.length, 4);
    for (const words of commands) ok(readSettings(environmentOf(readCommand(words), {}), relaySurfaces));
  });

  it('names settings with their defaults', () => {
    const known = new Map(allSettings(relaySurfaces).map(({ name, default: fallback }) => [name, fallback]));
    const own: Readonly<Record<string, string>> = { PORT: '3063', BACKUP_FOLDER: '' };
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (?:`(\w+)`|empty)? *\|/gm)].map(([, name = '', fallback = '']) => [name, fallback]);
    equal(rows.length, 7);
    deepEqual(
      rows,
      rows.map(([name = '']) => [name, own[name] ?? known.get(name)]),
    );
  });

  it('refers to an example with settings of a relay', () => {
    const { services } = parse(read('deploy/relay/compose.yml')) as { services: { relay: { environment: object; command: string[] } } };
    const variables = Object.fromEntries(Object.keys(services.relay.environment).map((name) => [name, undefined]));
    const known = ['BACKUP_FOLDER', ...allSettings(relaySurfaces).map(({ name }) => name)];
    deepEqual(
      Object.keys(variables).filter((name) => !known.includes(name)),
      [],
    );
    const [command, ...words] = services.relay.command;
    deepEqual([command, readCommand(words).name], ['relay', 'edge']);
  });
});
