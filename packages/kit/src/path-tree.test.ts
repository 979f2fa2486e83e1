import { deepEqual, equal, throws } from 'node:assert/strict';
import { PathTree } from './path-tree.ts';

describe('PathTree', () => {
  const tree = new PathTree<string>();
  for (const path of ['/', '/items', '/items/:name', '/items/all', '/items/:name/parts', '/items/all/of/:kind']) tree.add(path, path);

  for (const [path, wanted] of [
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
    it(`leads ${path} to ${wanted[0]}`, () => {
      const found = tree.find(path);
      deepEqual(found && [found.value, ...found.values], wanted);
    });
  }

  for (const path of ['/items/one/two', '/Items', '/%69tems', '/item', '', '/items//parts', 'constructor', '/items/all/of']) {
    it(`does not know ${JSON.stringify(path)}`, () => equal(tree.find(path), undefined));
  }

  it('refuses a path that leads to something already, whatever its parameters are called', () => {
    throws(() => tree.add('/items/:id', 'again'), /\/items\/:id is declared twice/);
  });
});
