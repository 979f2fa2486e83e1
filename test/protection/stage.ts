import { roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { depot, must, reason, shop, type World } from './world.ts';

export const strategy = {
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'default', groupId: 'till' },
  constraints: [],
  variants: [],
};
export const variants = [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' }];
export const constraints = [{ contextName: 'appName', operator: 'IN', values: ['till'] }];
export const milestones = [
  { name: 'some', strategies: [strategy], transitionCondition: { gates: [{ type: 'approval', approvals: 1 }] } },
  { name: 'all', strategies: [{ name: 'default' }] },
  { name: 'rest', strategies: [{ name: 'default' }] },
];
export const metric = { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} };
export const safeguard = { impactMetric: metric, triggerCondition: { operator: '>', threshold: 5 } };

const pathOf = (name: string, project = shop) => `/api/admin/projects/${project}/features/${name}`;
export const production = (name: string) => `${pathOf(name)}/environments/production`;

export interface Plan {
  readonly feature: string;
  readonly id: string;
  readonly milestones: readonly { readonly id: string; readonly strategies: readonly { readonly id: string }[] }[];
  readonly safeguards: readonly { readonly id: string }[];
}

export type Stage = ReturnType<typeof openStage>;

/** Objects of the world that requests are aimed at. They are created when first drawn, and again once a request may have changed them. */
export function openStage(world: World) {
  const { admin } = world;
  const drawn = new Map<string, Promise<unknown>>();
  const touched = new Set<string>();
  let count = 0;
  const fresh = () => `n${(count += 1)}`;

  const post = async (path: string, body?: unknown) => must(await admin.post(path, body, { headers: reason }), path);
  const put = async (path: string, body?: unknown) => must(await admin.put(path, body, { headers: reason }), path);
  const remove = async (path: string) => must(await admin.delete(path, { headers: reason }), path);

  function draw<T>(key: string, make: () => Promise<T>): Promise<T> {
    touched.add(key);
    const known = (drawn.get(key) as Promise<T> | undefined) ?? make();
    drawn.set(key, known);
    return known;
  }

  const create = async (name: string, project = shop, more: object = {}) => {
    await post(`/api/admin/projects/${project}/features`, { name, ...more });
    return name;
  };

  /** On in production, for everybody. */
  const on = async (name: string, more: object = {}): Promise<string> => {
    await create(name);
    const { id } = await post(`${production(name)}/strategies`, { ...strategy, ...more });
    await post(`${production(name)}/on`);
    return id;
  };

  const stage = {
    world,
    admin,
    post,
    put,
    remove,
    fresh,
    member: () => world.clients['member with every project permission'],

    /** A feature that is on in production, with two strategies and a variant. */
    feature: () =>
      draw('feature', async () => {
        const name = fresh();
        const id = await on(name);
        const { id: second } = await post(`${production(name)}/strategies`, { name: 'default' });
        await put(`${production(name)}/variants`, variants);
        await post(`/api/admin/features/${name}/tags`, { type: 'simple', value: 'till' });
        return { name, strategy: id, second };
      }),
    /** Off in production, with a strategy. On in development. */
    off: () =>
      draw('off', async () => {
        const name = await create(fresh());
        await post(`${production(name)}/strategies`, strategy);
        const development = `${pathOf(name)}/environments/development`;
        await post(`${development}/strategies`, { ...strategy, title: 'new' });
        await post(`${development}/on`);
        return name;
      }),
    /** A feature that is on in production and depends on another one. */
    child: () =>
      draw('child', async () => {
        const [parent, name] = [fresh(), fresh()];
        await on(parent);
        await on(name);
        await post(`${pathOf(name)}/dependencies`, { feature: parent });
        return { name, parent };
      }),
    archived: () =>
      draw('archived', async () => {
        const name = fresh();
        await on(name);
        await remove(pathOf(name));
        return name;
      }),
    /** A feature of the project without protection. */
    elsewhere: () => draw('elsewhere', () => create(fresh(), depot)),
    /** A feature with a release plan in production, whose second milestone is active. */
    plan: () =>
      draw('plan', async (): Promise<Plan> => {
        const name = await create(fresh());
        const plan = await post(`${production(name)}/release-plans`, { name, milestones, safeguards: [safeguard] });
        for (const milestone of plan.milestones.slice(0, 2))
          await post(`${production(name)}/release-plans/${plan.id}/milestones/${milestone.id}/start`);
        await post(`${production(name)}/on`);
        return { ...plan, feature: name };
      }),
    /** A feature with a plan in production whose first milestone waits for an approval. */
    waiting: () =>
      draw('waiting', async (): Promise<Plan> => {
        const name = await create(fresh());
        const plan = await post(`${production(name)}/release-plans`, { name, milestones });
        await post(`${production(name)}/release-plans/${plan.id}/milestones/${plan.milestones[0].id}/start`);
        await post(`${production(name)}/on`);
        return { ...plan, feature: name };
      }),
    paused: () =>
      draw('paused', async () => {
        const plan = await stage.plan();
        await post(`${production(plan.feature)}/progressions/${plan.id}/pause`);
        return plan;
      }),
    /** A feature with a safeguard of its own in production. */
    guarded: () =>
      draw('guarded', async () => {
        const name = fresh();
        await on(name);
        const { id } = await put(`${production(name)}/safeguards`, safeguard);
        return { name, safeguard: id as string };
      }),
    /** A segment of the project that a strategy of production uses. */
    segment: () => draw('segment', () => usedSegment(shop)),
    globalSegment: () => draw('global segment', () => usedSegment(null)),
    /** A segment of all projects that only a milestone to come uses, in production. */
    futureSegment: () =>
      draw('future segment', async () => {
        const segment = await unusedSegment(null);
        const name = await create(fresh());
        const steps = [milestones[1], { name: 'later', strategies: [{ ...strategy, segments: [segment.id] }] }];
        await post(`${production(name)}/release-plans`, { name, milestones: steps });
        return segment;
      }),
    unusedSegment: () => draw('unused segment', () => unusedSegment(null)),
    /** A context field and a strategy type that a strategy of production uses. */
    field: () =>
      draw('field', async () => {
        const name = fresh();
        await post('/api/admin/context', { name, legalValues: [{ value: 'a' }, { value: 'b' }], stickiness: true });
        await on(fresh(), { constraints: [{ contextName: name, operator: 'IN', values: ['a'] }] });
        return name;
      }),
    strategyType: () =>
      draw('strategy type', async () => {
        const name = fresh();
        await post('/api/admin/strategies', { name, parameters: [{ name: 'at', type: 'string' }] });
        await on(fresh(), { name, parameters: { at: '1' } });
        return name;
      }),
    tagType: () =>
      draw('tag type', async () => {
        const name = fresh();
        await post('/api/admin/tag-types', { name });
        const tagged = fresh();
        await on(tagged);
        await post(`/api/admin/features/${tagged}/tags`, { type: name, value: 'till' });
        return name;
      }),
    template: () =>
      draw('template', async () => (await post('/api/admin/release-plan-templates', { name: fresh(), milestones })).id as string),
    ownTemplate: () =>
      draw(
        'own template',
        async () => (await post(`/api/admin/projects/${shop}/release-templates`, { name: fresh(), milestones })).id as string,
      ),
    persona: () =>
      draw(
        'persona',
        async () => (await post(`/api/admin/projects/${shop}/personas`, { name: fresh(), context: { appName: 'till' } })).id as string,
      ),
    link: () =>
      draw('link', async () => {
        const { name } = await stage.feature();
        await post(`${pathOf(name)}/link`, { url: `https://example.org/${fresh()}` });
        return (must(await admin.get(pathOf(name)), name).links as { id: string }[])[0]?.id ?? '';
      }),
    comment: () =>
      draw(
        'comment',
        async () =>
          (await world.clients.administrator.post(`${pathOf((await stage.feature()).name)}/comments`, { text: 'Why?' })).body.id as string,
      ),
    chart: () =>
      draw('chart', async () => (await post('/api/admin/impact-metrics/config', { ...metric, aggregationMode: 'count' })).id as string),
    ownChart: () =>
      draw('own chart', async () => (await post(`${pathOf((await stage.feature()).name)}/impact-metrics/config`, metric)).id as string),

    /** A project like the protected one, with archived features only. */
    doomed: () =>
      draw('doomed', async () => {
        const id = fresh();
        await post('/api/admin/projects', { id, name: id });
        await world.own(id);
        return id;
      }),
    /** An environment that the protected project uses beside production, and one that it does not use. */
    environment: () =>
      draw('environment', async () => {
        const name = fresh();
        await post('/api/admin/environments', { name, type: 'test' });
        await post(`/api/admin/projects/${shop}/environments`, { environment: name });
        return name;
      }),
    unusedEnvironment: () =>
      draw('unused environment', async () => {
        const name = fresh();
        await post('/api/admin/environments', { name, type: 'test' });
        return name;
      }),

    /** Change requests of the member, in each state. */
    draft: () => draw('draft', () => propose()),
    inReview: () => draw('in review', async () => moved(await propose(), 'In review')),
    approved: () =>
      draw('approved', async () => {
        const request = await moved(await propose(), 'In review');
        must(await (await stage.approver()).put(`${requests}/${request.id}/state`, { state: 'Approved' }), 'an approval');
        return request;
      }),
    /** A direct write that waits for its review. */
    direct: () =>
      draw('direct', async () => {
        const { name } = await stage.feature();
        must(await world.clients.administrator.post(`${production(name)}/off`), 'a direct write');
        return eventually(async () => {
          const { body } = await admin.get(requests);
          const found = body.find(
            (request: { state: string; features: { name: string }[] }) =>
              request.state === 'Applied' && request.features.some((own) => own.name === name),
          );
          if (!found) throw new Error('not recorded yet');
          return found.id as number;
        });
      }),
    approver: () => draw('approver', async () => (await world.someone(roleIds.admin)).client),

    role: () =>
      draw('role', async () => (await post('/api/admin/roles', { name: fresh(), type: 'custom', permissions: [] })).roles.id as number),
    /** A role that lets its users skip change requests. */
    skipRole: () =>
      draw('skip role', async () => {
        const permissions = [{ name: 'SKIP_CHANGE_REQUEST', environment: 'production' }];
        return (await post('/api/admin/roles', { name: fresh(), type: 'custom', permissions })).roles.id as number;
      }),
    group: () => draw('group', async () => (await post('/api/admin/groups', { name: fresh() })).id as number),
    someone: () => draw('someone', () => world.someone(roleIds.viewer)),
    account: () =>
      draw(
        'account',
        async () => (await post('/api/admin/service-account', { username: fresh(), name: 'Robot', rootRole: 3 })).id as number,
      ),
    workload: () =>
      draw('workload', async () => {
        const claims = { repository: ['acme/shop'] };
        const { issuer } = world.issuer;
        return post('/api/admin/workload-identities', {
          name: fresh(),
          issuer,
          audience: 'signalbox',
          claims,
          project: shop,
          roles: [roleIds.member],
        });
      }),
    token: () =>
      draw(
        'token',
        async () =>
          (await post('/api/admin/api-tokens', { tokenName: fresh(), type: 'client', environment: 'development', projects: [shop] }))
            .secret as string,
      ),
    signUp: () =>
      draw('sign-up', async () => (await post('/api/admin/invite-link/tokens', { name: fresh(), expiresAt: inAYear() })).secret as string),
    scim: () =>
      draw('scim', async () => {
        await post('/api/admin/scim-settings', { enabled: true });
        return (await post('/api/admin/scim-settings/generate-new-token')).token as string;
      }),
    addon: () =>
      draw('addon', async () => {
        const parameters = { url: 'https://example.org/hook' };
        return (await post('/api/admin/addons', { provider: 'webhook', enabled: true, events: ['feature-created'], parameters }))
          .id as number;
      }),

    /** Documents of a plan, with its hash. */
    planned: async (path: string, body: object, as = admin) => ({
      ...body,
      expect: { hash: must(await as.post(path, body, { headers: reason }), path).hash },
    }),

    draw,
    /** Forgets the objects that were drawn since the last call, because they may have changed. */
    spend() {
      for (const key of touched) drawn.delete(key);
      touched.clear();
    },
    /** Forgets all objects, so that the next draws create them. */
    forget: () => drawn.clear(),
    /** Keeps them: nothing has changed. */
    keep: () => touched.clear(),
  };
  const requests = `/api/admin/projects/${shop}/change-requests`;

  async function unusedSegment(project: string | null) {
    const name = fresh();
    const { id } = await post('/api/admin/segments', { name, project, constraints: [] });
    return { id: id as number, name };
  }

  async function usedSegment(project: string | null) {
    const segment = await unusedSegment(project);
    const feature = fresh();
    const used = await on(feature, { segments: [segment.id] });
    return { ...segment, feature, strategy: used };
  }

  async function propose(): Promise<{ readonly id: number; readonly change: number }> {
    const name = await create(fresh());
    await post(`${production(name)}/strategies`, strategy);
    const path = `/api/admin/projects/${shop}/environments/production/change-requests?into=new`;
    const { id, features } = must(
      await stage.member().post(path, [{ action: 'updateEnabled', feature: name, payload: { enabled: true } }]),
      path,
    );
    return { id, change: features[0].changes[0].id };
  }

  async function moved<T extends { readonly id: number }>(request: T, state: string): Promise<T> {
    must(await stage.member().put(`${requests}/${request.id}/state`, { state }), state);
    return request;
  }
  return stage;
}

export const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString();
