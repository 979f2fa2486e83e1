import { deepEqual, equal, match } from 'node:assert/strict';
import { type Principal, roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, emitted } from '../../feature/feature/feature.fixture.ts';
import { addSegments } from '../../feature/strategy/strategy.fixture.ts';
import { toggles } from '../../service.ts';
import { milestonesFor, postTemplate, projectTemplates, rolloutTo, templates } from './template.fixture.ts';

const nowhere = { environment: null, featureName: null, tags: [] };

describe('release templates', () => {
  let app: TestApp;
  let owner: Principal;
  before(async () => {
    app = await start([toggles]);
    for (const project of ['shop', 'other', 'hidden']) await addProject(app, project, { defaultStickiness: 'sessionId' });
    owner = app.users.someone();
    await app.users.grant(owner, roleIds.owner, 'shop');
  });
  after(() => app.close());

  const editor = () => app.as(app.users.editor);
  const read = async (id: string, path = templates) => (await app.as(app.users.viewer).get(`${path}/${id}`)).body;

  it('are created with a complete response and an event', async () => {
    const input = {
      name: 'Careful',
      description: 'In steps',
      milestones: [
        { name: 'Second', sortOrder: 7, strategies: [{ name: 'default' }, rolloutTo(50, { title: 'half', disabled: true, sortOrder: 4 })] },
        { name: 'First', sortOrder: 3, strategies: [rolloutTo(10)], transitionCondition: { intervalMinutes: 60 } },
      ],
    };
    let created: Record<string, any> = {}; // oxlint-disable-line typescript/no-explicit-any -- a body of any shape
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await editor().post(templates, input);
      equal(status, 201, JSON.stringify(body));
      created = body;
    });
    const [first, second] = created['milestones'];
    for (const { id } of [created, first, second]) match(id, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    const strategy = { title: null, disabled: false, constraints: [], variants: [], segments: [] };
    const parameters = (share: string) => ({ rollout: share, stickiness: 'userId', groupId: '' });
    deepEqual(created, {
      id: created['id'],
      discriminator: 'template',
      name: 'Careful',
      description: 'In steps',
      project: null,
      milestones: [
        {
          id: first.id,
          name: 'First',
          sortOrder: 3,
          strategies: [{ ...strategy, id: first.strategies[0].id, name: 'flexibleRollout', parameters: parameters('10'), sortOrder: 0 }],
          transitionCondition: { intervalMinutes: 60 },
        },
        {
          id: second.id,
          name: 'Second',
          sortOrder: 7,
          strategies: [
            { ...strategy, id: second.strategies[0].id, name: 'default', parameters: {}, sortOrder: 0 },
            {
              ...strategy,
              id: second.strategies[1].id,
              name: 'flexibleRollout',
              title: 'half',
              disabled: true,
              parameters: parameters('50'),
              sortOrder: 4,
            },
          ],
          transitionCondition: null,
        },
      ],
      createdByUserId: app.users.editor.id,
      createdAt: created['createdAt'],
      archivedAt: null,
    });
    deepEqual(emitted(events), [{ ...nowhere, type: 'release-plan-template-created', project: null, data: created, preData: null }]);
    deepEqual(await read(created['id']), created);
  });

  it('keep ids that the update sends, and a missing description', async () => {
    const preData = await postTemplate(app, { description: 'stays', milestones: milestonesFor(10, 50, 100) });
    const [first, , last] = preData.milestones;
    const change = {
      name: `${preData.name} again`,
      milestones: [
        { ...last, sortOrder: 0 },
        { ...first, sortOrder: 1 },
        { ...first, sortOrder: 2 },
      ],
    };
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await editor().put(`${templates}/${preData.id}`, change);
      equal(status, 200, JSON.stringify(body));
      equal((await editor().put(`${templates}/${preData.id}`, body)).status, 200);
    });
    const data = await read(preData.id);
    deepEqual([data.description, data.milestones.length], ['stays', 3]);
    deepEqual(data.milestones[0], { ...last, sortOrder: 0 });
    deepEqual(data.milestones[1], { ...first, sortOrder: 1 });
    equal([first?.id, last?.id].includes(data.milestones[2].id), false);
    deepEqual(emitted(events), [{ ...nowhere, type: 'release-plan-template-updated', project: null, data, preData }]);
  });

  it('may have safeguards, which an update without them keeps', async () => {
    const impactMetric = { metricName: 'errors_total', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} };
    const safeguard = { impactMetric, triggerCondition: { operator: '>', threshold: 10 } };
    const stored = { ...safeguard, action: 'pauseReleasePlanProgressions', onNoData: 'hold', graceMinutes: 15 };
    const { id, name, milestones, safeguards } = await postTemplate(app, { safeguards: [safeguard] });
    deepEqual(safeguards, [stored]);
    deepEqual((await read(id)).safeguards, [stored]);
    const update = (more: object) => editor().put(`${templates}/${id}`, { name, milestones, ...more });
    deepEqual((await update({})).body.safeguards, [stored]);
    deepEqual((await update({ safeguards: [{ ...stored, action: 'step-back' }] })).body.safeguards, [{ ...stored, action: 'step-back' }]);
    const foreign = { ...safeguard, impactMetric: { ...impactMetric, source: 'external' } };
    const refused = await update({ safeguards: [safeguard, foreign] });
    deepEqual([refused.status, refused.body.details[0].path], [400, 'safeguards/1/impactMetric/source']);
    equal((await update({ safeguards: Array.from({ length: 11 }, () => safeguard) })).status, 400);
    equal('safeguards' in (await update({ safeguards: [] })).body, false);
  });

  it('belong to the project of their path, and are listed there with those of all projects', async () => {
    const own = await postTemplate(app, { name: 'B' }, projectTemplates('shop'));
    const global = await postTemplate(app, { name: 'A' });
    equal(own.project, 'shop');
    const namesIn = async (path: string) => {
      const { body } = await app.as(app.users.viewer).get(path);
      return body.map(({ id }: { id: string }) => id).filter((id: string) => [own.id, global.id].includes(id));
    };
    deepEqual(await namesIn(projectTemplates('shop')), [global.id, own.id]);
    deepEqual(await namesIn(projectTemplates('other')), [global.id]);
    deepEqual(await namesIn(templates), [global.id]);
    deepEqual(await read(global.id, projectTemplates('shop')), global);
    for (const path of [templates, projectTemplates('other')]) {
      equal((await app.as(app.users.admin).get(`${path}/${own.id}`)).status, 404);
      equal((await app.as(app.users.admin).delete(`${path}/${own.id}`)).status, 404);
    }
    equal((await app.as(app.users.admin).put(`${projectTemplates('shop')}/${global.id}`, own)).status, 404);
    const bare = { milestones: [{ name: 'a', strategies: [{ name: 'flexibleRollout' }] }] };
    const [milestone] = (await postTemplate(app, bare, projectTemplates('shop'))).milestones;
    equal(milestone?.strategies[0]?.parameters['stickiness'], 'sessionId');
  });

  it('are archived once, leave the lists and can no longer be changed', async () => {
    const template = await postTemplate(app, {});
    const events = await app.eventsOf('toggles', async () => {
      equal((await editor().post(`${templates}/archive/${template.id}`)).status, 202);
      equal((await editor().post(`${templates}/archive/${template.id}`)).status, 202);
    });
    const archived = await read(template.id);
    match(archived.archivedAt, /Z$/);
    deepEqual(emitted(events), [{ ...nowhere, type: 'release-plan-template-archived', project: null, data: archived, preData: template }]);
    const { body } = await editor().get(templates);
    equal(
      body.some(({ id }: { id: string }) => id === template.id),
      false,
    );
    const refused = await editor().put(`${templates}/${template.id}`, template);
    deepEqual([refused.status, refused.body.name], [403, 'InvalidOperationError']);
  });

  it('are deleted, one by one and with their project', async () => {
    const template = await postTemplate(app, {});
    const events = await app.eventsOf('toggles', async () => {
      equal((await editor().delete(`${templates}/${template.id}`)).status, 204);
      equal((await editor().delete(`${templates}/${template.id}`)).status, 404);
    });
    deepEqual(emitted(events), [{ ...nowhere, type: 'release-plan-template-deleted', project: null, data: null, preData: template }]);
    await addProject(app, 'doomed');
    const own = await postTemplate(app, {}, projectTemplates('doomed'));
    const gone = await app.eventsOf('toggles', () => app.as(app.users.admin).delete('/api/admin/projects/doomed'));
    deepEqual(
      gone.filter(({ type }) => type.startsWith('release')).map(({ preData }) => preData),
      [own],
    );
  });

  it('have unique names in a project, also in a race', async () => {
    await postTemplate(app, { name: 'Taken' });
    const input = { name: 'Taken', milestones: milestonesFor(10) };
    equal((await editor().post(templates, input)).status, 409);
    await postTemplate(app, { name: 'Taken' }, projectTemplates('shop'));
    const free = await postTemplate(app, { name: 'Free' });
    equal((await editor().put(`${templates}/${free.id}`, input)).body.name, 'NameExistsError');
    const both = await Promise.all([1, 2].map(() => editor().post(templates, { ...input, name: 'Raced' })));
    deepEqual(new Set(both.map(({ status }) => status)), new Set([201, 409]));
  });

  it('use segments, which cannot be deleted, and only those of all projects unless they have a project', async () => {
    const [global = 0] = await addSegments(app, ['release-global']);
    const [own = 0] = await addSegments(app, ['release-own'], 'shop');
    const using = (segment: number) => ({ milestones: [{ name: 'a', strategies: [rolloutTo(10, { segments: [segment] })] }] });
    const template = await postTemplate(app, using(global));
    const refused = await app.as(app.users.admin).delete(`/api/admin/segments/${global}`);
    deepEqual([refused.status, refused.body.name], [409, 'SegmentInUseError']);
    match(refused.body.message, /1 release template/);
    equal(
      (await app.as(app.users.admin).put(`/api/admin/segments/${global}`, { name: 'x', project: 'shop', constraints: [] })).status,
      400,
    );
    const foreign = await app.as(app.users.admin).post(templates, { name: 'foreign', ...using(own) });
    deepEqual([foreign.status, foreign.body.message.includes('all projects')], [400, true]);
    await postTemplate(app, using(own), projectTemplates('shop'));
    equal((await app.as(app.users.admin).delete(`${templates}/${template.id}`)).status, 204);
    equal((await app.as(app.users.admin).delete(`/api/admin/segments/${global}`)).status, 204);
  });

  for (const [what, milestones, path] of [
    ['no milestone', [], 'milestones'],
    ['a milestone without strategies', [{ name: 'a', strategies: [] }], 'milestones/0/strategies'],
    [
      'two milestones at one place',
      [
        { name: 'a', sortOrder: 1, strategies: [rolloutTo(1)] },
        { name: 'b', strategies: [rolloutTo(2)] },
      ],
      'milestones/1/sortOrder',
    ],
    ['an unknown strategy', [{ name: 'a', strategies: [rolloutTo(1), { name: 'magic' }] }], 'milestones/0/strategies/1/name'],
    [
      'no time',
      [{ name: 'a', strategies: [rolloutTo(1)], transitionCondition: { intervalMinutes: 0 } }],
      'milestones/0/transitionCondition/intervalMinutes',
    ],
    ['too many milestones', milestonesFor(...Array.from({ length: 31 }, () => 1)), 'milestones'],
    ['too many strategies', [{ name: 'a', strategies: Array.from({ length: 31 }, () => rolloutTo(1)) }], 'milestones/0/strategies'],
  ] as const) {
    it(`are refused with ${what}`, async () => {
      const { status, body } = await editor().post(templates, { name: what, milestones });
      deepEqual([status, body.details[0].path], [400, path], JSON.stringify(body));
    });
  }

  it('are written with permissions of their own, and read by users who see the project', async () => {
    const global = await postTemplate(app, {});
    const own = await postTemplate(app, {}, projectTemplates('shop'));
    const input = { name: 'by somebody', milestones: milestonesFor(10) };
    const writes = (path: string, id: string, as: Principal) => [
      app.as(as).post(path, input),
      app.as(as).put(`${path}/${id}`, input),
      app.as(as).post(`${path}/archive/${id}`),
      app.as(as).delete(`${path}/${id}`),
    ];
    const statuses = async (path: string, id: string, as: Principal) => {
      const all: number[] = [];
      for (const response of writes(path, id, as)) all.push((await response).status);
      return all;
    };
    deepEqual(await statuses(templates, global.id, app.users.viewer), [403, 403, 403, 403]);
    deepEqual(await statuses(templates, global.id, owner), [403, 403, 403, 403]);
    deepEqual(await statuses(projectTemplates('shop'), own.id, app.users.viewer), [403, 403, 403, 403]);
    equal((await app.as(null).get(templates)).status, 401);
    const { status, body } = await app.as(owner).post(projectTemplates('shop'), input);
    equal(status, 201, JSON.stringify(body));
    await app.users.hide('hidden');
    for (const path of [projectTemplates('hidden'), projectTemplates('nowhere')])
      equal((await app.as(app.users.someone()).get(path)).status, 404);
  });
});
