import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isConsoleAddress } from '@signalbox/console/addresses';
import { consolePages } from './pages.ts';

const paths = consolePages.map(({ path }) => path.split('?', 1)[0] ?? '');
const guide = readFileSync(join(import.meta.dirname, '../../docs/console.md'), 'utf8');

describe('the list of pages', () => {
  it('fills every parameter of every address', () => {
    ok(paths.length > 40);
    deepEqual(
      paths.filter((path) => path.includes(':')),
      [],
    );
  });

  it('has only addresses that the gateway serves', () => {
    deepEqual(
      paths.filter((path) => !isConsoleAddress(path)),
      [],
    );
  });

  it('names each page once', () => equal(new Set(consolePages.map(({ name }) => name)).size, consolePages.length));

  it('has only project pages that the guide lists', () => {
    const listed = paths.flatMap((path) => /^\/projects\/shop\/([\w-]+)$/.exec(path)?.[1] ?? []).filter((page) => page !== 'nothing');
    ok(listed.length > 5);
    deepEqual(
      listed.filter((page) => !guide.includes(`/${page}\``)),
      [],
    );
  });
});
