import { deepEqual, equal, ok } from 'node:assert/strict';
import { pageFolders } from '../pages.ts';
import { footOf, navigationOf } from './navigation.ts';
import type { PageFolder } from './page.ts';

const sections = pageFolders.flatMap(({ section }: PageFolder) => section ?? []);
const titles = (listed: readonly { readonly title: string }[]) => listed.map(({ title }) => title);

/** The entries that are always in view: "More" is one of them. */
const countOf = ({ own, rare }: ReturnType<typeof navigationOf>) => own.length + (rare.length > 0 ? 1 : 0);

describe('the navigation', () => {
  it('has at most nine entries in a project, and four for the instance', () => {
    for (const project of ['shop', null]) {
      const navigation = navigationOf(sections, project);
      ok(countOf(navigation) <= 9, String(countOf(navigation)));
      ok(navigation.instance.length <= 4, String(navigation.instance.length));
    }
  });

  it('counts an entry more for each section that is not rare', () => {
    const frequent = sections.map(({ isRare: _isRare, ...section }) => section);
    ok(countOf(navigationOf(frequent, 'shop')) > 9);
  });

  it('has each section of a project once, the rare ones behind "More"', () => {
    const { own, rare } = navigationOf(sections, 'shop');
    deepEqual(titles(rare), ['Metrics', 'Release templates', 'Test users', 'Promote and import', 'Connect']);
    const all = [...own, ...rare];
    deepEqual(new Set(all), new Set(sections.filter(({ of }) => of !== 'instance')));
  });

  it('tells its entries apart by title and icon', () => {
    const { instance, own, rare } = navigationOf(sections, 'shop');
    const all = [...instance, ...own, ...rare];
    equal(new Set(titles(all)).size, all.length);
    equal(new Set(all.map(({ icon }) => icon)).size, all.length);
  });

  it('folds nothing outside of projects', () => deepEqual(navigationOf(sections, null).rare, []));

  it('leaves the profile to the top bar', () =>
    equal(titles(Object.values(navigationOf(sections, null)).flat()).includes('Profile'), false));

  it('has four entries at the foot of a phone', () => {
    deepEqual(titles(footOf(navigationOf(sections, 'shop'))), ['Features', 'Change requests', 'Audit', 'Start']);
    deepEqual(titles(footOf(navigationOf(sections, null))), ['Features', 'Audit', 'Start', 'Projects']);
  });
});
