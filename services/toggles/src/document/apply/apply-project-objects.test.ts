import { deepEqual, equal, match } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { start, type TestApp } from '@signalbox/testing';
import { addProject } from '../../feature/feature/feature.fixture.ts';
import { rolloutTo } from '../../release/template/template.fixture.ts';
import { toggles } from '../../service.ts';
import { featureDocument, objectDocument } from '../documents.fixture.ts';
import { applied, apply, exportedDocuments } from '../plan.fixture.ts';

const template = (strategy: object = rolloutTo(10)) =>
  objectDocument('ReleaseTemplate', 'Careful', {
    milestones: [{ name: 'First', strategies: [strategy], transitionCondition: { intervalMinutes: 60 } }],
  });
const persona = (userId: string) => objectDocument('Persona', 'Ann Other', { context: { appName: 'shop', userId } });

describe('a project, its templates and personas in documents', () => {
  let app: TestApp;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const freshProject = async () => {
    const project = `o${++count}`;
    await addProject(app, project);
    return project;
  };
  const own = async (project: string, kind: string) => {
    const documents = await exportedDocuments(app, project);
    return documents.filter((document: { kind: string }) => document.kind === kind);
  };
  const projectDocument = (project: string, spec: object = {}) => objectDocument('Project', project, { name: 'The shop', ...spec });

  it('have the settings of the project, and the defaults of those that are missing', async () => {
    const project = await freshProject();
    const spec = {
      description: 'Ours',
      mode: 'protected',
      defaultStickiness: 'userId',
      featureLimit: 5,
      featureNaming: { pattern: 'new-.*', example: 'new-flow' },
      linkTemplates: [{ urlTemplate: 'https://example.com/{{feature}}' }],
    };
    const old = `old-${project}`;
    const rollout = { strategies: [{ name: 'flexibleRollout', parameters: { rollout: '50' } }] };
    const documents = [projectDocument(project, spec), featureDocument(old, { environments: { production: rollout } })];
    await apply(app, documents, {}, project);
    deepEqual((await own(project, 'Project'))[0].spec, { name: 'The shop', ...spec });
    const [feature] = await own(project, 'Feature');
    equal(feature.spec.environments.production.strategies[0].parameters.stickiness, 'userId');
    deepEqual((await apply(app, documents, { takeOver: true }, project)).plan.actions, []);
    const { body } = await apply(app, [projectDocument(project)], {}, project);
    deepEqual((await own(project, 'Project'))[0].spec, { name: 'The shop' });
    const undo = `/api/admin/projects/${project}/applied-plans/${body.id}/undo`;
    equal((await admin().post(undo, { expect: { hash: (await admin().get(undo)).body.hash } })).status, 200);
    deepEqual((await own(project, 'Project'))[0].spec, { name: 'The shop', ...spec });
  });

  it('have the safeguards of a template', async () => {
    const project = await freshProject();
    const impactMetric = { metricName: 'errors_total', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} };
    const safeguard = { impactMetric, triggerCondition: { operator: '>', threshold: 10 } };
    const plain = template();
    const guarded = { ...plain, spec: { ...plain.spec, safeguards: [safeguard] } };
    await apply(app, [guarded], {}, project);
    const [careful] = await own(project, 'ReleaseTemplate');
    deepEqual(careful.spec.safeguards, [safeguard]);
    deepEqual((await apply(app, [guarded], {}, project)).plan.actions, []);
    await apply(app, [plain], {}, project);
    equal((await own(project, 'ReleaseTemplate'))[0].spec.safeguards, undefined);
  });

  it('create, change and undo templates and personas', async () => {
    const project = await freshProject();
    const segment = `s-${project}`;
    const first = [objectDocument('Segment', segment, {}), template(rolloutTo(10, { segments: [segment] })), persona('7')];
    const { body } = await apply(app, first, { set: project }, project);
    const [careful] = await own(project, 'ReleaseTemplate');
    deepEqual([careful.metadata, careful.spec.milestones[0].strategies[0].segments], [{ name: 'Careful', project }, [segment]]);
    deepEqual((await own(project, 'Persona'))[0].spec, { context: { appName: 'shop', userId: '7' } });
    deepEqual((await apply(app, first, { set: project }, project)).plan.actions, []);
    const { plan } = await apply(app, [template(rolloutTo(20)), persona('8')], { set: project, prune: true }, project);
    deepEqual(
      plan.actions.map(({ op, kind }: { op: string; kind: string }) => [op, kind]),
      [
        ['delete', 'Segment'],
        ['update', 'ReleaseTemplate'],
        ['update', 'Persona'],
      ],
    );
    deepEqual((await own(project, 'Persona'))[0].spec.context.userId, '8');
    const undo = `/api/admin/projects/${project}/applied-plans/${body.id}/undo`;
    const { hash } = (await admin().get(undo)).body;
    equal((await admin().post(undo, { expect: { hash }, anyway: true })).status, 200);
    deepEqual([await own(project, 'ReleaseTemplate'), await own(project, 'Persona')], [[], []]);
  });

  it('require the permissions of their own routes', async () => {
    const project = await freshProject();
    const who = app.users.someone();
    await app.users.grant(who, roleIds.member, project);
    const { plan } = await applied(app, [projectDocument(project, { mode: 'private' }), template()], { who }, project);
    match(plan.actions[0].reason, /UPDATE_PROJECT/);
    const { plan: refused } = await applied(app, [persona('7'), template()], { who: app.users.viewer }, project);
    match(refused.actions[0].reason, /RELEASE_PLAN_TEMPLATE_CREATE/);
    match(refused.actions[1].reason, /UPDATE_FEATURE/);
  });

  it('refuse unknown names and properties', async () => {
    const project = await freshProject();
    const milestones = [{ name: 'x', strategies: [{ name: 'default' }], targetMilestone: 'x' }];
    const refusals: readonly (readonly [document: object, message: RegExp])[] = [
      [projectDocument('other'), new RegExp(`^documents/0/metadata/name must be ${project}; got other`)],
      [projectDocument(project, { members: [] }), /spec.*members/],
      [objectDocument('Persona', 'x', { context: { appName: 'a' } }, 'other'), /^documents\/0\/metadata\/project must be/],
      [objectDocument('Persona', 'x', { context: { appName: 'a' }, owner: 1 }), /spec.*owner/],
      [objectDocument('ReleaseTemplate', 'x', { milestones }), /milestones\/0.*targetMilestone/],
      [template(rolloutTo(10, { segments: ['gone'] })), /refers to the segment gone/],
    ];
    for (const [document, message] of refusals) {
      const { status, body } = await admin().post(`/api/admin/projects/${project}/plan`, { set: 'ours', documents: [document] });
      equal(status, 400);
      match(body.message, message);
    }
  });
});
