import { deepEqual, equal, ok } from 'node:assert/strict';
import { changeRequests } from '@signalbox/change-requests';
import { changeRequestCreated, changesProposed, type Envelope, type EventDefinition, type Principal, roleIds } from '@signalbox/contracts';
import { type Answer, eventually } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import { type ChangesApp, openChangesApp, proposals, requests, rollOut, switchOn } from './changes-app.fixture.ts';

const project = '/api/admin/projects/default';
const document = (name: string) => ({
  apiVersion: 'signalbox.dev/v1',
  kind: 'Feature',
  metadata: { name },
  spec: { environments: { production: { enabled: true, strategies: [{ name: 'default' }] } } },
});

type Into = string | undefined;

/** Each route that proposes changes. `propose` expects that the feature exists and is off. */
interface Way {
  readonly route: string;
  readonly propose: (feature: string, into: Into) => Promise<Answer>;
  /** State of the request without `into`. */
  readonly byDefault: string;
  /** The route accepts `into`. */
  readonly isTargeted?: false;
}

describe('a proposal', () => {
  let at: ChangesApp;
  let author: Principal;
  let count = 0;
  before(async () => {
    at = await openChangesApp();
    await at.protect({ requiredApprovals: 1 });
  });
  after(() => at.close());
  beforeEach(async () => {
    author = at.app.users.someone();
    await at.app.users.grant(author, roleIds.member, 'default');
  });

  const own = () => at.toggles(author);
  async function planned(path: string, planPath: string, body: object, into: Into): Promise<Answer> {
    const plan = await own().post(planPath, body);
    equal(plan.status, 200, JSON.stringify(plan.body));
    return own().post(path, { ...body, expect: { hash: plan.body.hash }, ...(into !== undefined && { into }) });
  }
  const because = { headers: { 'x-change-reason': 'It burns' } };
  const environmentOf = (feature: string) => `${project}/features/${feature}/environments/production`;

  const ways: readonly Way[] = [
    {
      route: `POST ${project}/environments/production/change-requests`,
      propose: (feature, into) => at.app.as(author).post(`${proposals()}${into === undefined ? '' : `?into=${into}`}`, switchOn(feature)),
      byDefault: 'Draft',
    },
    {
      route: `POST ${project}/apply`,
      propose: (feature, into) => planned(`${project}/apply`, `${project}/plan`, { set: 'ours', documents: [document(feature)] }, into),
      byDefault: 'In review',
    },
    {
      route: `POST ${project}/promotions`,
      propose: async (feature, into) => {
        await at.operator.post(`${project}/features/${feature}/environments/development/on`);
        const promotion = { from: { environment: 'development' }, to: { environment: 'production' }, select: { features: [feature] } };
        return planned(`${project}/promotions`, `${project}/promotions/plan`, promotion, into);
      },
      byDefault: 'In review',
    },
    {
      route: `POST ${project}/applied-plans/:planId/undo`,
      propose: async (feature, into) => {
        const body = { set: 'ours', documents: [document(feature)] };
        const { hash } = (await at.operator.post(`${project}/plan`, body)).body;
        const { id } = (await at.operator.post(`${project}/apply`, { ...body, expect: { hash } }, because)).body;
        const path = `${project}/applied-plans/${id}/undo`;
        const plan = await own().get(path);
        return own().post(path, { expect: { hash: plan.body.hash }, ...(into !== undefined && { into }) });
      },
      byDefault: 'In review',
    },
    {
      route: 'POST /api/admin/undo',
      propose: async (feature, into) => {
        const events = await at.app.eventsOf('toggles', () =>
          at.operator.post(`${environmentOf(feature)}/strategies`, rollOut(feature).payload, because),
        );
        return own().post(
          `/api/admin/undo${into === undefined ? '' : `?into=${into}`}`,
          events.find(({ type }) => type === 'feature-strategy-add') ?? {},
        );
      },
      byDefault: 'Draft',
    },
    {
      route: 'POST /api/admin/features-batch/import',
      propose: (name) => {
        const featureStrategies = [{ name: 'default', featureName: name, parameters: {}, constraints: [] }];
        const data = { features: [{ name, type: 'release', project: 'default' }], featureStrategies };
        return own().post('/api/admin/features-batch/import', { project: 'default', environment: 'production', data });
      },
      byDefault: 'Draft',
      isTargeted: false,
    },
  ];

  it('has a case for each route that proposes', () => {
    const emitting = ({ type }: EventDefinition, routes: typeof toggles.routes) =>
      routes.flatMap(({ declaration: { method, path, events = [] } }) =>
        Array.isArray(events) && events.some((event: Pick<EventDefinition, 'type'>) => event.type === type)
          ? [`${method.toUpperCase()} ${path}`]
          : [],
      );
    const declared = [...emitting(changesProposed, toggles.routes), ...emitting(changeRequestCreated, changeRequests.routes)];
    const covered = ways.map(({ route }) => route.replace('/default/', '/:projectId/').replace('/production/', '/:environment/'));
    // A scheduled change of an unprotected environment is no proposal.
    const scheduled = 'POST /api/admin/projects/:projectId/environments/:environment/scheduled-changes';
    deepEqual(declared.filter((route) => route !== scheduled).sort(), covered.sort());
  });

  const pending = async (): Promise<Answer['body'][]> => (await at.app.as(author).get(`${requests}/pending`)).body;
  const contentOf = (of: Answer['body'][]) =>
    of.map(({ id, state, approvals, features }) => [id, state, approvals.length, features.map(({ name }: { name: string }) => name)]);

  async function freshFeature(): Promise<string> {
    const name = `proposed-${++count}`;
    await at.createFeatures(name);
    return name;
  }

  async function propose(way: Way, into?: string): Promise<{ feature: string; events: Envelope['data'][] }> {
    const feature = await freshFeature();
    const isIn = (of: Answer['body'][]) => of.some(({ features }) => features.some(({ name }: { name: string }) => name === feature));
    const events = await at.app.eventsOf('change-requests', async () => {
      const { status, body } = await way.propose(feature, into);
      ok(status < 300, JSON.stringify(body));
      await eventually(async () => ok(isIn(await pending())));
    });
    return { feature, events };
  }

  for (const way of ways) {
    it(`${way.route} records the author in each event`, async () => {
      const { feature, events } = await propose(way);
      const [{ id, state, createdBy, features }] = await pending();
      deepEqual([state, createdBy.id, features[0].changes[0].createdBy.id], [way.byDefault, author.id, author.id]);
      const ofRequest = events.filter(({ data }) => (data as { changeRequestId?: number }).changeRequestId === id);
      ok(ofRequest.length >= 2, feature);
      deepEqual([...new Set(ofRequest.map((event) => `${event.createdByUserId} ${event.createdBy}`))], [`${author.id} ${author.name}`]);
      deepEqual(
        events.filter(({ createdByUserId }) => createdByUserId === null),
        [],
      );
    });

    it(`${way.route} leaves a request in review as it is`, async () => {
      const first = await freshFeature();
      const { id } = await at.propose(author, switchOn(first));
      await at.ask(author, id, 'In review');
      await at.ask(at.approver, id, 'Approved');
      const untouched = [id, 'Approved', 1, [first]];
      const into = way.isTargeted === false ? undefined : 'draft';
      const one = await propose(way, into);
      const two = await propose(way, into);
      const [draft, ...others] = contentOf(await pending());
      deepEqual([draft?.slice(1), others], [['Draft', 0, [one.feature, two.feature]], [untouched]]);
      if (way.isTargeted === false) return;
      const three = await propose(way, 'new');
      const [further, ...rest] = contentOf(await pending());
      deepEqual(
        [further?.slice(1), rest],
        [
          ['Draft', 0, [three.feature]],
          [draft, untouched],
        ],
      );
      const four = await propose(way, String(id));
      deepEqual(contentOf(await pending()).at(-1), [id, 'In review', 0, [first, four.feature]]);
    });
  }

  it('records the author of a direct write', async () => {
    const feature = await freshFeature();
    const emitted = await at.app.eventsOf('change-requests', async () => {
      equal((await at.operator.post(`${environmentOf(feature)}/on`, undefined, because)).status, 200);
      await eventually(async () => {
        const { body } = await at.app.as(author).get(requests);
        ok(body.some((request: Answer['body']) => request.features?.some(({ name }: { name: string }) => name === feature)));
      });
    });
    deepEqual(
      emitted.map(({ type, createdByUserId }) => [type, createdByUserId]),
      [['change-request-created', at.app.users.admin.id]],
    );
  });

  it('rejects a request of another user, of another environment, or one that is closed', async () => {
    const feature = await freshFeature();
    const { id } = await at.propose(author, switchOn(feature));
    const other = at.app.users.someone();
    await at.app.users.grant(other, roleIds.member, 'default');
    const join = (as: Principal, environment?: string) => at.app.as(as).post(`${proposals(environment)}?into=${id}`, rollOut(feature));
    equal((await join(other)).status, 404, 'a draft');
    await at.ask(author, id, 'In review');
    equal((await join(other)).status, 403);
    equal((await join(author, 'development')).status, 400);
    await at.ask(author, id, 'Cancelled');
    equal((await join(author)).status, 400);
  });
});
