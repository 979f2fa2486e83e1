import { equal } from 'node:assert/strict';
import { concerns } from './concerns.ts';

const feature = 'GET /api/admin/projects/{projectId}/features/{featureName}';

describe('what a change concerns', () => {
  const change = { type: 'feature-environment-enabled', project: 'shop', featureName: 'cart' };
  const cases: readonly (readonly [what: string, key: readonly unknown[], expected: boolean])[] = [
    ['its feature', [feature, { path: { projectId: 'shop', featureName: 'cart' } }], true],
    ['its feature, as the page asks for it', [feature, { project: 'shop', feature: 'cart' }], true],
    ['another feature', [feature, { path: { projectId: 'shop', featureName: 'menu' } }], false],
    ['a feature of that name in another project', [feature, { path: { projectId: 'den', featureName: 'cart' } }], false],
    ['a list of its project', ['GET /api/admin/search/features', { project: 'IS:shop', sortBy: 'name' }], true],
    ['a list of another project', ['GET /api/admin/search/features', { project: 'IS:den' }], false],
    ['the log of several', ['GET /api/admin/search/events', { project: 'IS_ANY_OF:den,shop' }], true],
    ['what names none', ['GET /api/admin/projects', {}], true],
  ];
  for (const [what, key, expected] of cases) it(`is${expected ? '' : ' not'} ${what}`, () => equal(concerns(change, key), expected));

  it('is nothing of a project where a user logged in, but the log', () => {
    const created = { type: 'user-created', project: null, featureName: null };
    equal(concerns(created, [feature, { project: 'shop', feature: 'cart' }]), false);
    equal(concerns(created, ['GET /api/admin/user-admin', {}]), true);
    equal(concerns(created, ['GET /api/admin/search/events', {}]), true);
  });

  it('is all of a project that changes as a whole', () => {
    equal(concerns({ type: 'project-updated', project: 'shop', featureName: null }, [feature, { project: 'shop', feature: 'cart' }]), true);
  });
});
