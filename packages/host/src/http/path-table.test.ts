import { deepEqual, equal, throws } from 'node:assert/strict';
import { PathTable } from './path-table.ts';

describe('the table of fast paths', () => {
  const table = new PathTable<string>();
  for (const path of ['/', '/items', '/items/:name', '/items/all']) table.entry(path).methods.set('GET', path);
  const found = (path: string) => {
    const at = table.find(path);
    return at && [at.entry.methods.get('GET'), at.entry.parameter, at.segment];
  };

  for (const [path, wanted] of [
    ['/items', ['/items', undefined, '']],
    ['/items/', ['/items', undefined, '']],
    ['/items/all', ['/items/all', undefined, '']],
    ['/items/one', ['/items/:name', 'name', 'one']],
    ['/items/one/', ['/items/:name', 'name', 'one']],
    ['/items/a%2Fb', ['/items/:name', 'name', 'a%2Fb']],
    ['/', ['/', undefined, '']],
    ['/items/one/two', undefined],
    ['/Items', undefined],
    ['/item', undefined],
    ['', undefined],
    ['constructor', undefined],
  ] as const) {
    it(wanted ? `leads ${path} to ${wanted[0]}` : `does not know ${JSON.stringify(path)}`, () => deepEqual(found(path), wanted));
  }

  it('has one entry for a path, however often it is declared', () => {
    const own = new PathTable<string>();
    equal(own.isEmpty, true);
    equal(own.entry('/a/:b'), own.entry('/a/:b'));
    equal(own.entry('/a'), own.entry('/a'));
    equal(own.isEmpty, false);
  });

  it('refuses a parameter before the last segment', () => {
    for (const path of ['/:a/b', '/a/:b/c', '/a/*rest']) throws(() => table.entry(path), /before its last segment/);
  });
});
