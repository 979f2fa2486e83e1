import { equal } from 'node:assert/strict';
import { concerns } from './concerns.ts';

const feature = 'GET /api/admin/projects/{projectId}/features/{featureName}';

describe('a change', () => {
  const change = { type: 'feature-environment-enabled', project: 'shop', featureName: 'cart' };
  const cases: readonly (readonly [what: string, key: readonly unknown[], expected: boolean])[] = [
    ['its feature', [feature, { path: { projectId: 'shop', featureName: 'cart' } }], true],
    ['its feature under the keys of the page', [feature, { project: 'shop', feature: 'cart' }], true],
    ['another feature', [feature, { path: { projectId: 'shop', featureName: 'menu' } }], false],
    ['a feature with the same name in another project', [feature, { path: { projectId: 'den', featureName: 'cart' } }], false],
    ['a list of its project', ['GET /api/admin/search/features', { project: 'IS:shop', sortBy: 'name' }], true],
    ['a list of another project', ['GET /api/admin/search/features', { project: 'IS:den' }], false],
    ['the log of several projects', ['GET /api/admin/search/events', { project: 'IS_ANY_OF:den,shop' }], true],
    ['a response without a project', ['GET /api/admin/projects', {}], true],
  ];
  for (const [what, key, expected] of cases)
    it(`${expected ? 'affects' : 'does not affect'} ${what}`, () => equal(concerns(change, key), expected));

  it('affects user lists and the log, but no project, if it has none', () => {
    const created = { type: 'user-created', project: null, featureName: null };
    equal(concerns(created, [feature, { project: 'shop', feature: 'cart' }]), false);
    equal(concerns(created, ['GET /api/admin/user-admin', {}]), true);
    equal(concerns(created, ['GET /api/admin/search/events', {}]), true);
  });

  it('affects notifications only if they changed, and then nothing else', () => {
    const bell = ['GET /api/admin/user/notifications', { query: { limit: 0 } }];
    equal(concerns(change, bell), false);
    const notified = { type: 'notified', project: null, featureName: null };
    equal(concerns(notified, bell), true);
    equal(concerns(notified, ['GET /api/admin/projects', {}]), false);
  });

  it('affects the whole project if the project itself changed', () => {
    equal(concerns({ type: 'project-updated', project: 'shop', featureName: null }, [feature, { project: 'shop', feature: 'cart' }]), true);
  });
});
