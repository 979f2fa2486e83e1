import { deepEqual } from 'node:assert/strict';
import { columnsPreference, shownOf } from './columns.ts';
import { viewsPreference, withoutView, withView } from './views.ts';

const view = (name: string, q = 'state:stale', project = 'shop') => ({ project, name, q });

describe('saved views', () => {
  it('are unique by name within a project', () => {
    const views = [view('a'), view('b'), view('a', 'x', 'other')];
    deepEqual(withView(views, view('a', 'new')), [view('b'), view('a', 'x', 'other'), view('a', 'new')]);
    deepEqual(withoutView(views, view('a')), [view('b'), view('a', 'x', 'other')]);
  });

  it('ignore stored values that are not views', () => {
    deepEqual(viewsPreference.read([view('a'), { name: 'b' }, null, 'c', { ...view('d'), more: 1 }]), [view('a'), view('d')]);
    for (const stored of [null, {}, 'x', 1]) deepEqual(viewsPreference.read(stored), []);
  });
});

describe('the environment columns', () => {
  const namesOf = (chosen?: readonly string[]) => shownOf(['a', 'b', 'c', 'd'], chosen);

  it('are the selected ones that still exist, at most three', () => {
    deepEqual(namesOf(['d', 'b', 'gone']), ['b', 'd']);
    deepEqual(namesOf(['a', 'b', 'c', 'd']), ['a', 'b', 'c']);
  });

  it('are the first ones without a selection', () => {
    for (const chosen of [undefined, [], ['gone']]) deepEqual(namesOf(chosen), ['a', 'b', 'c']);
  });

  it('ignore stored values that are not names', () => {
    deepEqual(columnsPreference.read({ shop: ['a'], other: 'b', third: [1] }), { shop: ['a'] });
    for (const stored of [null, 'x', 1]) deepEqual(columnsPreference.read(stored), {});
  });
});
