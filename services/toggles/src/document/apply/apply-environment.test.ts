import { deepEqual, equal, match } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { start, type TestApp } from '@signalbox/testing';
import { addProject } from '../../feature/feature/feature.fixture.ts';
import { rolloutTo } from '../../release/template/template.fixture.ts';
import { toggles } from '../../service.ts';
import { featureDocument, objectDocument } from '../documents.fixture.ts';
import { applied, apply, exportedDocuments } from '../plan.fixture.ts';

const environmentDocument = (spec: object, name = 'production') => objectDocument('Environment', name, spec);
const strict = { requiredApprovals: 2, reviewers: { roles: ['Owner'] } };

describe('environments in documents', () => {
  let app: TestApp;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const freshProject = async () => {
    const project = `p${++count}`;
    await addProject(app, project);
    return project;
  };
  const environmentsIn = async (project: string) => {
    const documents = await exportedDocuments(app, project);
    return documents.filter(({ kind }: { kind: string }) => kind === 'Environment');
  };
  const configOf = async (project: string) => {
    const { body } = await admin().get(`/api/admin/projects/${project}/change-requests/config`);
    return body.find(({ environment }: { environment: string }) => environment === 'production');
  };
  const owner = async (project: string) => {
    const who = app.users.someone();
    await app.users.grant(who, roleIds.owner, project);
    return who;
  };

  it('have a protection with reviewers by name, and are exported only if they have rules', async () => {
    const project = await freshProject();
    deepEqual(await environmentsIn(project), []);
    await apply(app, [environmentDocument({ protection: strict })], {}, project);
    const { requiredApprovals, reviewers, selfApproval } = await configOf(project);
    deepEqual([requiredApprovals, reviewers, selfApproval], [2, { groups: [], roles: [roleIds.owner] }, false]);
    const exported = await environmentsIn(project);
    deepEqual(exported, [
      { apiVersion: 'signalbox.dev/v1', kind: 'Environment', metadata: { name: 'production', project }, spec: { protection: strict } },
    ]);
    deepEqual((await apply(app, exported, { takeOver: true }, project)).plan.actions, []);
  });

  it('have a default strategy that names segments', async () => {
    const project = await freshProject();
    const segment = `s-${project}`;
    const defaultStrategy = rolloutTo(50, { segments: [segment] });
    const documents = [objectDocument('Segment', segment, {}), environmentDocument({ defaultStrategy })];
    await apply(app, documents, {}, project);
    const [{ spec }] = await environmentsIn(project);
    deepEqual(spec.defaultStrategy, { ...defaultStrategy, parameters: { ...defaultStrategy.parameters, groupId: '' } });
    equal((await apply(app, documents, {}, project)).plan.actions.length, 0);
  });

  it('stay as they are without a mention; null ends the protection', async () => {
    const project = await freshProject();
    await apply(app, [environmentDocument({ protection: strict, defaultStrategy: rolloutTo(50) })], {}, project);
    const before = await environmentsIn(project);
    await apply(app, [environmentDocument({})], {}, project);
    deepEqual(await environmentsIn(project), before);
    const { body } = await apply(app, [environmentDocument({ protection: null })], {}, project);
    equal((await configOf(project)).changeRequestEnabled, false);
    const undo = `/api/admin/projects/${project}/applied-plans/${body.id}/undo`;
    equal((await admin().post(undo, { expect: { hash: (await admin().get(undo)).body.hash } })).status, 200);
    deepEqual(await environmentsIn(project), before);
  });

  it('propose weaker protection, unless the caller may skip change requests, and change better protection directly', async () => {
    const project = await freshProject();
    const who = await owner(project);
    await apply(app, [environmentDocument({ protection: strict })], {}, project);
    const weaker = [environmentDocument({ protection: { ...strict, requiredApprovals: 1 } })];
    const events = await app.eventsOf('toggles', async () => {
      const { plan, answer } = await applied(app, weaker, { who }, project);
      deepEqual([plan.actions[0].protected, answer.status], [true, 200]);
    });
    const { data } = events.find(({ type }) => type === 'changes-proposed') as { data: { changes: object[] } };
    deepEqual(
      data.changes.map((change) => ({ ...change, payload: null })),
      [{ action: 'updateProtection', feature: null, payload: null }],
    );
    equal((await configOf(project)).requiredApprovals, 2);
    await apply(app, [environmentDocument({ protection: { ...strict, requiredApprovals: 3 } })], { who }, project);
    equal((await configOf(project)).requiredApprovals, 3);
    await apply(app, weaker, {}, project);
    equal((await configOf(project)).requiredApprovals, 1);
  });

  it('are protected together with features that are new there, for callers who may not skip change requests', async () => {
    const project = await freshProject();
    const who = await owner(project);
    const on = { enabled: true, strategies: [{ name: 'default' }] };
    const documents = [
      environmentDocument({ protection: { ...strict, reasonRequired: true } }),
      featureDocument(`root-${project}`, {}),
      featureDocument(`leaf-${project}`, { parents: [{ feature: `root-${project}` }], environments: { production: on } }),
    ];
    await apply(app, documents, { who }, project);
    equal((await configOf(project)).reasonRequired, true);
    const { plan } = await applied(app, [featureDocument(`leaf-${project}`, { environments: { production: {} } })], { who }, project);
    deepEqual(
      plan.actions.map((action: { protected: boolean }) => action.protected),
      [true, true],
    );
  });

  it('require UPDATE_PROJECT', async () => {
    const project = await freshProject();
    const who = app.users.someone();
    await app.users.grant(who, roleIds.member, project);
    const { plan } = await applied(app, [environmentDocument({ protection: strict, defaultStrategy: rolloutTo(50) })], { who }, project);
    for (const { reason } of plan.actions) match(reason, /UPDATE_PROJECT/);
    equal(plan.summary.refused, 2);
  });

  it('refuse unknown names and properties, and rules that cannot be stored', async () => {
    const project = await freshProject();
    const freeze = { name: 'x', start: '2026-12-24T18:00', end: '2026-12-24T17:00', timeZone: 'Europe/Oslo', repeats: 'never' };
    const refusals: readonly (readonly [document: object, message: RegExp])[] = [
      [
        environmentDocument({ protection: { reviewers: { roles: ['Nobody'] } } }),
        /^documents\/0\/spec\/protection\/reviewers\/roles\/0 must be the name of a role; got Nobody/,
      ],
      [environmentDocument({ protection: { reviewers: { groups: ['Ops'] } } }), /reviewers\/groups\/0 must be the name of a group/],
      [environmentDocument({ protection: { reviewers: {} } }), /^documents\/0\/spec\/protection\/reviewers must have a group or a role/],
      [environmentDocument({ protection: { freezes: [freeze] } }), /^documents\/0\/spec\/protection\/freezes\/0\/end must be after/],
      [environmentDocument({ protection: { approvals: 1 } }), /protection.*approvals/],
      [environmentDocument({ mode: 'open' }), /spec.*mode/],
      [environmentDocument({ defaultStrategy: { name: 'default' } }), /defaultStrategy\/name/],
      [environmentDocument({}, 'moon'), /^documents\/0\/metadata\/name must be one of the environments/],
      [environmentDocument({ defaultStrategy: rolloutTo(5, { segments: ['gone'] }) }), /refers to the segment gone/],
    ];
    for (const [document, message] of refusals) {
      const { status, body } = await admin().post(`/api/admin/projects/${project}/plan`, { set: 'ours', documents: [document] });
      equal(status, 400);
      match(body.message, message);
    }
  });
});
