import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { postFeatures } from '../feature/feature/feature.fixture.ts';
import { segments } from '../feature/segment/segment.fixture.ts';
import { objectDocument } from '../document/documents.fixture.ts';
import { apply } from '../document/plan.fixture.ts';
import { postPlan, readPlan } from '../release/plan/plan.fixture.ts';
import { milestonesFor, templates } from '../release/template/template.fixture.ts';
import { toggles } from '../service.ts';

const admin = '/api/admin';

/** Paths that create an object, and the properties that each requires. */
const kinds: Readonly<Record<string, readonly [path: string, required: object]>> = {
  'context field': [`${admin}/context`, { name: 'field' }],
  project: [`${admin}/projects`, { id: 'project', name: 'Project' }],
  segment: [segments, { name: 'segment', constraints: [] }],
  feature: [`${admin}/projects/default/features`, { name: 'feature' }],
  'strategy type': [`${admin}/strategies`, { name: 'strategy', parameters: [] }],
  'release template': [templates, { name: 'template', milestones: milestonesFor(10) }],
};

describe('an empty description', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  it('is kept as it is sent', async () => {
    const client = app.as(app.users.admin);
    for (const [kind, [path, required]] of Object.entries(kinds)) {
      const created = await client.post(path, { ...required, description: '' });
      deepEqual([created.status, created.body.description], [201, ''], kind);
      const own = `${path}/${created.body.id ?? created.body.name}`;
      const read = async () => (await client.get(own)).body.description;
      for (const description of ['x', '']) {
        const { status, body } = await client.put(own, { ...required, description });
        equal(status < 300, true, `${kind}: ${JSON.stringify(body)}`);
        equal(await read(), description, kind);
      }
    }
  });

  it('is kept in release plans and documents', async () => {
    await postFeatures(app, ['planned']);
    await postPlan(app, 'planned', { description: '' });
    equal((await readPlan(app, 'planned')).description, '');
    const documents = [
      objectDocument('ContextField', 'written', { description: '' }),
      objectDocument('Segment', 'written', { description: '' }),
    ];
    await apply(app, documents);
    equal((await app.as(app.users.admin).get(`${admin}/context/written`)).body.description, '');
    const { plan } = await apply(app, documents);
    deepEqual([plan.summary.same, plan.summary.update], [2, 0]);
  });
});
