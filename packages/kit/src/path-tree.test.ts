import { deepEqual, equal, throws } from 'node:assert/strict';
import { PathTree } from './path-tree.ts';

describe('PathTree', () => {
  const tree = new PathTree<string>();
  for (const path of ['/', '/items', '/items/:name', '/items/all', '/items/:name/parts', '/items/all/of/:kind']) tree.add(path, path);

  for (const [path, expected] of [
    ['/', ['/']],
    ['/items', ['/items']],
    ['/items/', ['/items']],
    ['/items/all', ['/items/all']],
    ['/items/one', ['/items/:name', 'one']],
    ['/items/one/', ['/items/:name', 'one']],
    ['/items/a%2Fb', ['/items/:name', 'a%2Fb']],
    ['/items/all/parts', ['/items/:name/parts', 'all']],
    ['/items/all/of/them', ['/items/all/of/:kind', 'them']],
  ] as const) {
    it(`maps ${path} to ${expected[0]}`, () => {
      const found = tree.find(path);
      deepEqual(found && [found.value, ...found.values], expected);
    });
  }

  for (const path of ['/items/one/two', '/Items', '/%69tems', '/item', '', '/items//parts', 'constructor', '/items/all/of']) {
    it(`finds nothing for ${JSON.stringify(path)}`, () => equal(tree.find(path), undefined));
  }

  it('rejects a path that is declared already, regardless of parameter names', () => {
    throws(() => tree.add('/items/:id', 'again'), /\/items\/:id is declared twice/);
  });
});
