import { deepEqual, equal } from 'node:assert/strict';
import { exchanges, fetchState, roleIds, type StateChanged, stateKeys } from '@signalbox/contracts';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { addProject, addTag, archive, bare, postFeatures, features, protect, emitted } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { postDependencies, dependenciesOf } from './dependency.fixture.ts';

const parentsIn = ({ features }: Pick<StateChanged, 'features'>) => features.map(({ name, dependencies }) => [name, dependencies]);

describe('dependencies', () => {
  let app: TestApp;
  /** The parents of the features of each state message. */
  const received: unknown[] = [];
  before(async () => {
    app = await start([toggles]);
    const bindings = [{ exchange: exchanges.state, pattern: stateKeys.togglesState }];
    await app.host.bus.subscribe({ kind: 'broadcast', bindings, connected: () => undefined }, async (messages) => {
      for (const { body } of messages) received.push(parentsIn(JSON.parse(body) as StateChanged));
    });
    await addProject(app, 'other');
  });
  after(() => app.close());

  const add = (child: string, body: unknown, as = app.users.editor) => app.as(as).post(dependenciesOf(child), body);
  const remove = (path: string, as = app.users.editor) => app.as(as).delete(path);
  const read = async (name: string) => (await app.as(app.users.viewer).get(`${features}/${name}`)).body;

  it('are reported as unused on a new instance', async () => {
    const { status, body } = await app.as(app.users.viewer).get('/api/admin/projects/default/dependencies');
    deepEqual([status, body], [200, false]);
  });

  describe('when added', () => {
    before(() => postFeatures(app, ['parent', 'child', 'second', 'lonely', 'gone', 'Archived']));

    it('return 200 without a body, appear on both features and are emitted with the tags of the child', async () => {
      await addTag(app, 'child', 'simple', 'mobile');
      const events = await app.eventsOf('toggles', async () => {
        const { status, body } = await add('child', { feature: 'parent', variants: ['blue'] });
        deepEqual([status, body], [200, '']);
      });
      const data = { feature: 'parent', enabled: true, variants: ['blue'] };
      deepEqual(emitted(events), [{ ...bare('feature-dependency-added', 'child'), data, tags: [{ type: 'simple', value: 'mobile' }] }]);
      deepEqual((await read('child')).dependencies, [data]);
      deepEqual((await read('child')).children, []);
      deepEqual((await read('parent')).children, ['child']);
      deepEqual((await read('parent')).dependencies, []);
      equal((await app.as(app.users.viewer).get('/api/admin/projects/default/dependencies')).body, true);
    });

    it('reach replicas with the child, in messages and snapshots', async () => {
      const expected = [['child', [{ feature: 'parent', enabled: true, variants: ['blue'] }]]];
      await eventually(() => deepEqual(received.at(-1), expected));
      const page = await app.host.ask(fetchState, { after: null });
      deepEqual(parentsIn({ features: page.features.filter(({ name }) => name === 'child') }), expected);
    });

    it('replace the parent, drop variants if the parent must be off, and emit nothing the second time', async () => {
      const data = { feature: 'second', enabled: false, variants: [] };
      const replace = () => add('child', { feature: 'second', enabled: false, variants: ['blue'] });
      const events = await app.eventsOf('toggles', async () => {
        equal((await replace()).status, 200);
        equal((await replace()).status, 200);
      });
      deepEqual(
        events.map(({ type, data: what }) => [type, what]),
        [['feature-dependency-added', data]],
      );
      deepEqual((await read('child')).dependencies, [data]);
      deepEqual((await read('parent')).children, []);
    });

    it('are refused with 403 if they form a chain, a loop or a link between projects', async () => {
      await postFeatures(app, ['abroad'], 'other');
      await archive(app, 'gone');
      const refused: readonly (readonly [string, string, RegExp])[] = [
        ['lonely', 'lonely', /itself/],
        ['second', 'lonely', /depends on second/],
        ['lonely', 'child', /depends on second/],
        ['lonely', 'nowhere', /no feature nowhere/],
        ['lonely', 'abroad', /no feature abroad in project default/],
        ['lonely', 'gone', /archived/],
      ];
      const events = await app.eventsOf('toggles', async () => {
        for (const [child, feature, reason] of refused) {
          const { status, body } = await add(child, { feature });
          deepEqual([status, body.name, reason.test(body.message)], [403, 'InvalidOperationError', true], body.message);
        }
      });
      deepEqual(events, []);
    });

    it('are refused with 404 for an unknown or archived child, or one of another project', async () => {
      for (const name of ['nowhere', 'gone', 'abroad']) equal((await add(name, { feature: 'parent' })).status, 404);
    });

    it('are refused with 400 without a parent, and with 403 for a viewer', async () => {
      const { status, body } = await add('lonely', { enabled: true });
      deepEqual([status, body.name], [400, 'ValidationError']);
      const refusal = await add('lonely', { feature: 'parent' }, app.users.viewer);
      deepEqual([refusal.status, refusal.body.permissions], [403, ['UPDATE_FEATURE_DEPENDENCY']]);
    });

    it('are refused with 412 for a stale If-Match', async () => {
      const { status } = await app
        .as(app.users.editor)
        .post(dependenciesOf('lonely'), { feature: 'parent' }, { headers: { 'if-match': '"999"' } });
      equal(status, 412);
    });

    it('are accepted for one of two features that request each other as parent', async () => {
      await postFeatures(app, ['left', 'right']);
      const answers = await Promise.all([add('left', { feature: 'right' }), add('right', { feature: 'left' })]);
      deepEqual(
        answers.map(({ status }) => status).sort((a, b) => a - b),
        [200, 403],
      );
    });
  });

  describe('when removed', () => {
    before(async () => {
      await postFeatures(app, ['above', 'below', 'beside']);
      await postDependencies(app, { below: 'above', beside: 'above' });
    });

    it('disappear one by one, and an unknown parent is not an error', async () => {
      const events = await app.eventsOf('toggles', async () => {
        for (const parent of ['nowhere', 'above', 'above']) {
          const { status, body } = await remove(`${dependenciesOf('below')}/${parent}`);
          deepEqual([status, body], [200, '']);
        }
      });
      deepEqual(emitted(events), [
        {
          ...bare('feature-dependency-removed', 'below'),
          data: { feature: 'above' },
          preData: { feature: 'above', enabled: true, variants: [] },
        },
      ]);
      deepEqual((await read('below')).dependencies, []);
      deepEqual((await read('above')).children, ['beside']);
    });

    it('disappear all together, with one event', async () => {
      const events = await app.eventsOf('toggles', async () => {
        for (const _ of [1, 2]) equal((await remove(dependenciesOf('beside'))).status, 200);
      });
      deepEqual(emitted(events), [
        { ...bare('feature-dependencies-removed', 'beside'), preData: { feature: 'above', enabled: true, variants: [] } },
      ]);
      deepEqual((await read('above')).children, []);
    });

    it('are refused with 404 for an unknown feature and 403 for a viewer', async () => {
      for (const path of [dependenciesOf('nowhere'), `${dependenciesOf('nowhere')}/above`]) equal((await remove(path)).status, 404);
      for (const path of [dependenciesOf('below'), `${dependenciesOf('below')}/above`]) {
        const { status, body } = await remove(path, app.users.viewer);
        deepEqual([status, body.permissions], [403, ['UPDATE_FEATURE_DEPENDENCY']]);
      }
    });
  });

  describe('with possible parents', () => {
    before(async () => {
      await addProject(app, 'family');
      await postFeatures(app, ['f.top', 'f.mid', 'f.leaf', 'f.old'], 'family');
      const admin = app.as(app.users.admin);
      await admin.post(dependenciesOf('f.leaf', 'family'), { feature: 'f.top' });
      await admin.delete('/api/admin/projects/family/features/f.old');
    });

    const parents = async (project: string, name: string) =>
      (await app.as(app.users.viewer).get(`/api/admin/projects/${project}/features/${name}/parents`)).body;

    it('offer the other active features of the project without a parent, by name', async () => {
      deepEqual(await parents('family', 'f.mid'), ['f.top']);
      deepEqual(await parents('family', 'f.leaf'), ['f.mid', 'f.top']);
    });

    it('offer none for an unknown feature', async () => {
      for (const name of ['nowhere', 'f.old', 'child']) deepEqual(await parents('family', name), []);
    });
  });

  it('require a change request if an environment of the project does, unless the caller may skip them', async () => {
    await addProject(app, 'guarded');
    await postFeatures(app, ['g.parent', 'g.child'], 'guarded');
    await protect(app, 'guarded', 'production');
    const owner = app.users.someone();
    await app.users.grant(owner, roleIds.owner, 'guarded');
    const path = dependenciesOf('g.child', 'guarded');
    for (const { status, body } of [
      await app.as(owner).post(path, { feature: 'g.parent' }),
      await app.as(owner).delete(path),
      await app.as(owner).delete(`${path}/g.parent`),
    ]) {
      deepEqual([status, body.permissions], [403, ['SKIP_CHANGE_REQUEST']]);
    }
    equal((await app.as(app.users.admin).post(path, { feature: 'g.parent' })).status, 200);
  });
});
