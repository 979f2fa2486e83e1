import type { RouteDeclaration } from '@signalbox/kit';
import type { Answer, Client } from '@signalbox/testing';
import { exampleOf } from '../authorization/example-of.ts';
import type { World } from './world.ts';

/** A request to a route with a body that succeeds if the client may send it. */
export interface RequestWithBody {
  readonly declaration: RouteDeclaration;
  readonly client: Client;
  readonly path: string;
  /** The body, with names that are unique to this call. */
  readonly body: (fresh: () => string) => unknown;
}

type Body = (fresh: () => string) => unknown;
/** A body, and path parameters other than the defaults ones. */
type Entry = Body | readonly [Body, Readonly<Record<string, string | number>>];

const expiresAt = '2999-01-01T00:00:00.000Z';
const time = '2026-01-01T00:00:00.000Z';
const feature = '/api/admin/projects/:projectId/features/:featureName';
const environment = `${feature}/environments/:environment`;
const requests = '/api/admin/projects/:projectId/change-requests';
const hash = '0'.repeat(64);

function must({ status, body }: Answer, what: string): Answer['body'] {
  if (status >= 300) throw new Error(`${what} was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Creates an object of each kind that a path or a body can name. */
async function furnish(world: World) {
  const { admin, password } = world;
  const user = world.as(await world.logIn('admin', password));
  const post = async (path: string, body?: unknown) => must(await admin.post(path, body), path);
  const put = async (path: string, body?: unknown) => must(await admin.put(path, body), path);
  const at = '/api/admin/projects/default/features';
  for (const name of ['one', 'parent', 'moved', 'old']) await post(`/api/admin/projects/default/features`, { name });
  for (const project of ['guarded', 'target']) {
    await post('/api/admin/projects', { id: project, name: project });
    await post(`/api/admin/projects/${project}/features`, { name: `of-${project}` });
  }
  await post('/api/admin/projects/guarded/features', { name: 'second' });
  await post('/api/admin/strategies', { name: 'custom', parameters: [] });
  await post('/api/admin/environments', { name: 'elsewhere', type: 'test' });
  const development = `${at}/one/environments/development`;
  const { id: strategy } = await post(`${development}/strategies`, { name: 'flexibleRollout' });
  const { id: segment } = await post('/api/admin/segments', { name: 'people', constraints: [] });
  await post(`${at}/one/link`, { url: 'https://example.org' });
  const { links } = must(await admin.get(`${at}/one`), 'reading a feature');
  const { id: persona } = await post('/api/admin/projects/default/personas', { name: 'ann', context: { appName: 'a' } });
  await post('/api/admin/impact-metrics/register', { name: 'errors', type: 'counter', help: 'Errors' });
  const chartBody = { metricName: 'errors', timeRange: 'hour', aggregationMode: 'rps' };
  const { id: chart } = await post('/api/admin/impact-metrics/config', chartBody);
  const { id: ownChart } = await post(`${at}/one/impact-metrics/config`, chartBody);
  const milestones = [
    { name: 'first', strategies: [{ name: 'default' }] },
    { name: 'second', strategies: [{ name: 'default' }] },
  ];
  const { id: template } = await post('/api/admin/release-plan-templates', { name: 'template', milestones });
  const { id: ownTemplate } = await post('/api/admin/projects/default/release-templates', { name: 'own', milestones });
  const plan = await post(`${at}/parent/environments/development/release-plans`, { templateId: template });
  await put('/api/admin/projects/guarded/environments/production/change-requests/config', { changeRequestsEnabled: true });
  const changes = [{ action: 'updateEnabled', feature: 'of-guarded', payload: { enabled: true } }];
  const proposed = must(await user.post('/api/admin/projects/guarded/environments/production/change-requests', changes), 'a proposal');
  const { roles: role } = await post('/api/admin/roles', { name: 'seldom', type: 'root-custom', permissions: [] });
  const { roles: projectRole } = await post('/api/admin/roles', { name: 'in-projects', type: 'custom', permissions: [] });
  const { id: group } = await post('/api/admin/groups', { name: 'few' });
  const { id: account } = await post('/api/admin/service-account', { name: 'robot', username: 'robot', rootRole: 2 });
  const { secret: signUpToken } = await post('/api/admin/invite-link/tokens', { name: 'join', expiresAt });
  const frontend = { tokenName: 'pages', type: 'frontend', environment: 'development', projects: ['*'] };
  const { secret: frontendToken } = await post('/api/admin/api-tokens', frontend);
  const { secret: token } = await post('/api/admin/api-tokens', { ...frontend, tokenName: 'expiring', expiresAt });
  const addon = { provider: 'webhook', enabled: true, events: ['feature-created'], parameters: { url: 'https://example.org/hook' } };
  const { id: addonId } = await post('/api/admin/addons', addon);
  await post(`/api/admin/addons/${addonId}/signing-secret`, { overlapHours: 1 });
  await post('/api/admin/projects/default/environments/development/scheduled-changes', schedule);
  const { token: scim } = await post('/api/admin/scim-settings', { enabled: true });
  const someone = await world.someone(3);
  const emailed = await post('/api/admin/user-admin', { email: 'mail@example.org', rootRole: 3, sendEmail: false });
  const claims = { sub: ['a'] };
  const workload = await post('/api/admin/workload-identities', {
    name: 'build',
    issuer: 'https://issuer.example',
    audience: 'signalbox',
    claims,
    project: 'default',
    roles: [4],
  });
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const switchedOff = {
    type: 'feature-environment-disabled',
    project: 'default',
    environment: 'development',
    featureName: 'one',
    data: null,
    preData: null,
  };
  return {
    user,
    strategy,
    segment,
    links,
    persona,
    chart,
    ownChart,
    template,
    ownTemplate,
    plan,
    proposed,
    role,
    projectRole,
    group,
    account,
    emailed,
    soon,
    workload: workload.id,
    switchedOff,
    password,
    signUpToken,
    frontendToken,
    token,
    addon,
    addonId,
    scim,
    someone,
    milestones,
    chartBody,
  };
}
type Furnished = Awaited<ReturnType<typeof furnish>>;

function parametersOf(of: Furnished): Readonly<Record<string, string | number>> {
  return {
    projectId: 'default',
    featureName: 'one',
    environment: 'development',
    strategyId: of.strategy,
    personaId: of.persona,
    linkId: of.links[0].id,
    templateId: of.template,
    planId: of.plan.id,
    roleId: of.projectRole.id,
    groupId: of.group,
    userId: of.someone.id,
    token: of.token,
    chartId: of.chart,
    crId: of.proposed.id,
    changeId: of.proposed.features[0].changes[0].id,
    sourceMilestone: of.plan.milestones[0].id,
    contextField: 'userId',
    appName: 'shop',
    key: 'one',
    name: 'default',
  };
}

const constraints = [{ contextName: 'appName', operator: 'IN', values: ['7'] }];
const variants = [{ name: 'v', weight: 1000, weightType: 'variable', stickiness: 'default', payload: { type: 'string', value: 'x' } }];
const strategy = { name: 'flexibleRollout', title: 'A', parameters: { rollout: '50' }, constraints, variants };
const safeguard = {
  impactMetric: { metricName: 'errors', timeRange: 'hour', aggregationMode: 'rps', labelSelectors: {} },
  triggerCondition: { operator: '>', threshold: 5 },
};
const bucket = { start: time, stop: time, toggles: { one: { yes: 1, no: 0, variants: {} } } };
const metrics = { appName: 'shop', instanceId: 'one', bucket };
const context = { appName: 'shop', userId: '7', properties: { plan: 'small' } };
const promotion = { from: { environment: 'development' }, to: { environment: 'production' }, select: { features: ['one'] } };

const schedule = {
  scheduledAt: expiresAt,
  changes: [{ action: 'updateEnabled', feature: 'one', payload: { enabled: false } }],
};
const document = (name: string) => ({
  apiVersion: 'signalbox.dev/v1',
  kind: 'Feature',
  metadata: { name, project: 'default' },
  spec: { type: 'release' },
});

/** Bodies and parameters of routes that the smallest valid body does not suit, by method and path. */
function entriesOf(of: Furnished): Readonly<Record<string, Entry>> {
  const named: Body = (fresh) => ({ name: fresh() });
  const role: Body = (fresh) => ({ name: fresh(), type: 'root-custom', permissions: [{ name: 'CREATE_PROJECT', environment: '' }] });
  const token = { type: 'client', environment: 'development', expiresAt };
  const account: Body = (fresh) => ({ username: fresh(), name: 'Robot', rootRole: 2 });
  const personal: Body = (fresh) => ({ description: fresh(), expiresAt: of.soon });
  const group: Body = (fresh) => ({ name: fresh(), description: 'Few', users: [{ user: { id: of.someone.id } }] });
  const access: Body = () => ({ roles: [of.projectRole.id], groups: [of.group], users: [of.someone.id] });
  const password = 'Long-1-security-of-bodies';
  const own = { projectId: 'guarded', environment: 'production', id: of.proposed.id };
  const template: Body = (fresh) => ({ name: fresh(), milestones: of.milestones });
  const proposal = { action: 'updateEnabled', feature: 'of-guarded', payload: { enabled: true } };
  const workload = { issuer: 'https://issuer.example', audience: 'signalbox', claims: { sub: ['a'] }, project: 'default', roles: [4] };
  const registration = { appName: 'shop', instanceId: 'one', strategies: ['default'], started: time, interval: 10 };
  const one = 'one';
  return {
    'post /api/admin/roles': role,
    'post /api/admin/roles/validate': role,
    'put /api/admin/roles/:id': [role, { id: of.role.id }],
    'post /api/admin/api-tokens': (fresh) => ({ ...token, tokenName: fresh(), projects: ['default'] }),
    'put /api/admin/api-tokens/:token': () => ({ expiresAt }),
    'post /api/admin/api-tokens/:token/rotate': () => ({ overlapMinutes: 10 }),
    'post /api/admin/projects/:projectId/api-tokens': (fresh) => ({ ...token, tokenName: fresh() }),
    'post /auth/simple/login': () => ({ username: 'admin', password: of.password }),
    'post /api/admin/user-admin/validate-password': () => ({ password }),
    'post /auth/reset/validate-password': () => ({ password }),
    'post /api/admin/groups': group,
    'put /api/admin/groups/:groupId': group,
    'post /api/admin/projects/:projectId/access': access,
    'post /api/admin/projects/:projectId/role/:roleId/access': () => ({ groups: [of.group], users: [of.someone.id] }),
    'put /api/admin/projects/:projectId/access': () => ({ roles: [{ id: of.projectRole.id, users: [of.someone.id], groups: [] }] }),
    'put /api/admin/projects/:projectId/users/:userId/roles': () => ({ roles: [of.projectRole.id] }),
    'put /api/admin/projects/:projectId/groups/:groupId/roles': () => ({ roles: [of.projectRole.id] }),
    'post /api/admin/user/tokens': personal,
    'put /api/admin/user/settings/:key': () => ({ value: 'dark' }),
    'post /api/admin/service-account': account,
    'put /api/admin/service-account/:id': [() => ({ name: 'Robot', rootRole: 2 }), { id: of.account }],
    'post /api/admin/service-account/:id/token': [personal, { id: of.account }],
    'post /api/admin/invite-link/tokens': (fresh) => ({ name: fresh(), expiresAt }),
    'put /api/admin/invite-link/tokens/:token': [() => ({ enabled: true }), { token: of.signUpToken }],
    'post /invite/:token/signup': [(fresh) => ({ email: `${fresh()}@example.org`, name: 'Eve', password }), { token: of.signUpToken }],
    'post /api/admin/user-admin': (fresh) => ({
      username: fresh(),
      email: `${fresh()}@example.org`,
      name: 'Ann',
      rootRole: 2,
      sendEmail: false,
    }),
    'put /api/admin/user-admin/:id': [() => ({ name: 'Ann', rootRole: 2 }), { id: of.someone.id }],
    'post /api/admin/user-admin/reset-password': () => ({ id: of.emailed.email }),
    'post /api/admin/user-admin/:id/change-password': [() => ({ password }), { id: of.someone.id }],
    'post /auth/reset/password-email': () => ({ email: 'someone@example.org' }),
    'post /scim/Users': (fresh) => ({
      userName: fresh(),
      name: { givenName: 'A' },
      emails: [{ value: `${fresh()}@example.org`, type: 'work' }],
    }),
    'post /scim/Groups': (fresh) => ({ displayName: fresh(), members: [] }),
    'post /api/admin/workload-identities': (fresh) => ({ ...workload, name: fresh() }),
    'post /auth/device': () => ({ client_id: 'signalbox-cli', host: 'laptop' }),
    'post /auth/revoke': () => ({ client_id: 'signalbox-cli', token: 'unknown' }),
    'post /api/admin/migration/users': (fresh) => ({ users: [{ username: fresh(), rootRole: 'Viewer', createdAt: time, seenAt: time }] }),
    'post /api/admin/migration/tokens': (fresh) => ({
      tokens: [{ hash, type: 'client', environment: 'development', projects: ['default'], tokenName: fresh(), createdAt: time }],
    }),
    'put /scim/Users/:userId': [(fresh) => ({ userName: fresh(), active: true }), { userId: of.emailed.id }],
    'patch /scim/Users/:userId': [() => ({ Operations: [{ op: 'replace', path: 'active', value: true }] }), { userId: of.emailed.id }],
    'patch /scim/Groups/:groupId': (fresh) => ({ Operations: [{ op: 'replace', path: 'displayName', value: fresh() }] }),
    'put /api/admin/workload-identities/:id': [(fresh) => ({ ...workload, name: fresh() }), { id: of.workload }],
    'post /api/admin/user/step-up': () => ({ password: of.password }),
    'post /api/admin/ui-config': () => ({ frontendSettings: { frontendApiOrigins: ['*'] } }),
    'post /api/admin/maintenance': () => ({ enabled: false }),
    'post /api/admin/feedback': (fresh) => ({ feedbackId: fresh(), neverShow: false }),
    'put /api/admin/feedback/:id': [() => ({ neverShow: false }), { id: one }],
    'post /api/admin/strategies': (fresh) => ({ name: fresh(), parameters: [{ name: 'at', type: 'string', required: true }] }),
    'put /api/admin/strategies/:name': [() => ({ parameters: [{ name: 'at', type: 'string' }] }), { name: 'custom' }],
    'put /api/admin/feature-types/:id/lifetime': [() => ({ lifetimeDays: 40 }), { id: 'release' }],
    'post /api/admin/constraints/validate': () => constraints[0],
    'post /api/admin/context/validate': named,
    'post /api/admin/context': (fresh) => ({ name: fresh(), legalValues: [{ value: 'a' }] }),
    'put /api/admin/context/:contextField': () => ({ legalValues: [{ value: 'a' }] }),
    'post /api/admin/context/:contextField/legal-values': (fresh) => ({ value: fresh() }),
    'post /api/admin/tags': (fresh) => ({ type: 'simple', value: fresh() }),
    'post /api/admin/tag-types': named,
    'post /api/admin/tag-types/validate': named,
    'put /api/admin/tag-types/:name': [() => ({ description: 'Plain' }), { name: 'simple' }],
    'post /api/admin/projects': (fresh) => ({ id: fresh(), name: fresh() }),
    'post /api/admin/projects/validate': (fresh) => ({ id: fresh() }),
    'put /api/admin/projects/:projectId': () => ({ name: 'Default' }),
    'put /api/admin/projects/:projectId/settings': () => ({ mode: 'open', featureNaming: { pattern: '' }, linkTemplates: [] }),
    'post /api/admin/environments': (fresh) => ({ name: fresh(), type: 'test' }),
    'post /api/admin/environments/validate': named,
    'put /api/admin/environments/update/:environment': () => ({ type: 'test' }),
    'put /api/admin/environments/sort-order': () => ({ development: 1 }),
    'put /api/admin/projects/:projectId/environments/:environment/change-requests/config': [
      () => ({ changeRequestsEnabled: true, requiredApprovals: 1, freezes: [] }),
      own,
    ],
    'post /api/admin/projects/:projectId/personas': (fresh) => ({ name: fresh(), context }),
    'put /api/admin/projects/:projectId/personas/:personaId': (fresh) => ({ name: fresh(), context }),
    'post /openfeature/v0/manifest/flags': (fresh) => ({ key: fresh(), type: 'boolean', defaultValue: true }),
    'put /openfeature/v0/manifest/flags/:featureName': () => ({ key: one, type: 'boolean' }),
    'post /api/admin/projects/:projectId/features': (fresh) => ({ name: fresh(), tags: [{ type: 'simple', value: 'tagged' }] }),
    'put /api/admin/projects/:projectId/features/:featureName': () => ({ description: 'One' }),
    [`patch ${feature}`]: () => [{ op: 'replace', path: '/description', value: 'x' }],
    'post /api/admin/projects/:projectId/stale': () => ({ features: ['old'], stale: true }),
    'post /api/admin/features/validate': named,
    'post /api/admin/projects/:projectId/archive': () => ({ features: ['old'] }),
    'post /api/admin/projects/:projectId/archive/validate': () => ({ features: ['old'] }),
    'post /api/admin/projects/:projectId/bulk_features/environments/:environment/off': () => ({ features: ['one'] }),
    'post /api/admin/projects/:projectId/bulk_features/environments/:environment/on': () => ({ features: ['one'] }),
    [`post ${environment}/strategies`]: () => strategy,
    [`post ${environment}/strategies/set-sort-order`]: () => [{ id: of.strategy, sortOrder: 3 }],
    [`put ${environment}/strategies/:strategyId`]: () => strategy,
    [`patch ${environment}/strategies/:strategyId`]: () => [{ op: 'replace', path: '/title', value: 'x' }],
    'post /api/admin/projects/:projectId/environments/:environment/default-strategy': () => ({ ...strategy, variants: [] }),
    [`put ${environment}/variants`]: () => variants,
    [`put ${feature}/variants`]: () => variants,
    [`put ${feature}/variants-batch`]: () => ({ environments: ['development'], variants }),
    'post /api/admin/segments/validate': named,
    'post /api/admin/segments/strategies': () => ({
      projectId: 'default',
      environmentId: 'development',
      strategyId: of.strategy,
      segmentIds: [of.segment],
    }),
    'post /api/admin/segments': (fresh) => ({ name: fresh(), constraints }),
    'put /api/admin/segments/:id': [(fresh) => ({ name: fresh(), constraints }), { id: of.segment }],
    [`post ${feature}/dependencies`]: () => ({ feature: 'parent', enabled: true }),
    [`post ${feature}/lifecycle/complete`]: [() => ({ status: 'kept' }), { featureName: 'moved' }],
    [`post ${feature}/link`]: (fresh) => ({ url: `https://example.org/${fresh()}` }),
    [`put ${feature}/link/:linkId`]: (fresh) => ({ url: `https://example.org/${fresh()}` }),
    [`put ${feature}/owner`]: () => ({ userId: of.someone.id }),
    'post /api/admin/features/:featureName/tags': (fresh) => ({ type: 'simple', value: fresh() }),
    'put /api/admin/features/:featureName/tags': (fresh) => ({ addedTags: [{ type: 'simple', value: fresh() }], removedTags: [] }),
    'put /api/admin/projects/:projectId/tags': (fresh) => ({
      features: ['one'],
      tags: { addedTags: [{ type: 'simple', value: fresh() }], removedTags: [] },
    }),
    'post /api/admin/impact-metrics/register': (fresh) => ({ name: fresh(), type: 'counter', help: 'Some' }),
    'post /api/admin/impact-metrics/config': () => of.chartBody,
    'put /api/admin/impact-metrics/config/:chartId': () => of.chartBody,
    [`post ${feature}/impact-metrics/config`]: () => of.chartBody,
    [`put ${feature}/impact-metrics/config/:chartId`]: [() => of.chartBody, { chartId: of.ownChart }],
    'post /api/admin/release-plan-templates': template,
    'put /api/admin/release-plan-templates/:templateId': template,
    'post /api/admin/projects/:projectId/release-templates': template,
    'put /api/admin/projects/:projectId/release-templates/:templateId': [template, { templateId: of.ownTemplate }],
    [`post ${environment}/release-plans`]: [
      () => ({ templateId: of.template, safeguards: [safeguard] }),
      { projectId: 'target', featureName: 'of-target' },
    ],
    [`put ${environment}/milestone-strategies/:strategyId`]: [
      () => strategy,
      { featureName: 'parent', strategyId: of.plan.milestones[1].strategies[0].id },
    ],
    [`put ${environment}/progressions/:sourceMilestone`]: [
      () => ({ transitionCondition: { intervalMinutes: 5 }, targetMilestone: of.plan.milestones[1].id }),
      { featureName: 'parent' },
    ],
    [`put ${environment}/release-plans/:planId/safeguards`]: [() => safeguard, { featureName: 'parent' }],
    [`put ${environment}/safeguards`]: () => safeguard,
    'post /api/admin/projects/:projectId/environments': [
      () => ({ environment: 'elsewhere', changeRequestsEnabled: false, defaultStrategy: strategy }),
      { projectId: 'target' },
    ],
    'post /api/admin/environments/:environment/clone': (fresh) => ({ name: fresh(), type: 'test', projects: [] }),
    [`post ${feature}/clone`]: named,
    [`post ${feature}/changeProject`]: [() => ({ newProjectId: 'default' }), { featureName: 'moved' }],
    'post /api/admin/features-batch/export': () => ({ environment: 'development', features: ['one'] }),
    'post /api/admin/features-batch/validate': () => imported('default'),
    'post /api/admin/features-batch/import': () => imported('target'),
    'post /api/admin/state/import': (fresh) => ({
      version: 4,
      projects: [{ id: 'shop', name: 'Shop' }],
      features: [{ name: fresh(), project: 'shop' }],
    }),
    'post /api/admin/migration/usage': () => ({
      hours: [{ featureName: 'one', appName: 'shop', environment: 'development', timestamp: time, yes: 1, no: 1 }],
    }),
    'post /api/admin/projects/:projectId/plan': (fresh) => ({ set: 'own', documents: [document(fresh())] }),
    'post /api/signals/:name': [() => ({ firing: true, summary: 'Down' }), { name: 'alarm' }],
    'post /api/admin/undo/preview': () => of.switchedOff,
    'post /api/admin/projects/:projectId/promotions/differences': () => promotion,
    'post /api/admin/projects/:projectId/promotions/plan': () => promotion,
    'post /api/admin/projects/:projectId/promotions/bundle': () => ({ environment: 'development', select: { features: ['one'] } }),
    'post /api/admin/projects/:projectId/environments/:environment/change-requests': [() => [{ ...proposal, feature: 'second' }], own],
    'put /api/admin/projects/:projectId/change-requests/:crId/changes/:changeId': [() => proposal, own],
    'post /api/admin/playground/change-request/:id': [() => ({ context }), own],
    [`post ${requests}/:id/comments`]: [(fresh) => ({ text: fresh() }), own],
    [`put ${requests}/:id/title`]: [(fresh) => ({ title: fresh() }), own],
    [`put ${requests}/:id/reason`]: [(fresh) => ({ reason: fresh() }), own],
    [`put ${requests}/:id/approvers`]: [() => ({ reviewers: [] }), own],
    [`put ${requests}/:id/state`]: [() => ({ state: 'In review', comment: 'Now' }), own],
    'post /api/admin/projects/:projectId/environments/:environment/scheduled-changes': () => schedule,
    'post /api/frontend': () => ({ context }),
    'post /api/proxy': () => ({ context }),
    'post /ofrep/v1/evaluate/flags': () => ({ context: { targetingKey: '7' } }),
    'post /ofrep/v1/evaluate/flags/:key': () => ({ context: { targetingKey: '7' } }),
    'post /edge/validate': () => ({ tokens: [of.frontendToken] }),
    'post /api/client/metrics': () => metrics,
    'post /api/frontend/client/metrics': () => metrics,
    'post /api/proxy/client/metrics': () => metrics,
    'post /api/client/metrics/bulk': () => ({
      applications: [registration],
      metrics: [{ featureName: 'one', appName: 'shop', environment: 'development', timestamp: time, yes: 1, no: 0 }],
    }),
    'post /edge/metrics': () => ({ applications: [registration], metrics: [] }),
    'post /api/client/register': () => registration,
    'post /api/frontend/client/register': () => registration,
    'post /api/proxy/client/register': () => registration,
    'post /api/client/metrics/edge': () => ({ identifier: 'edge', appName: 'edge', edgeVersion: '1.0.0', started: time }),
    'post /api/admin/playground/advanced': () => ({ environments: ['development'], context }),
    'post /api/admin/playground': () => ({ environment: 'development', context }),
    [`post ${feature}/preview`]: () => ({
      environments: ['development'],
      contexts: [context],
      draft: { environment: 'development', changes: [{ action: 'updateEnabled', payload: { enabled: true } }] },
    }),
    'post /api/admin/playground/constraints': () => ({ constraints, contexts: [context] }),
    'post /api/admin/migration/events': () => ({
      source: 'elsewhere',
      events: [{ id: 1, type: 'feature-created', createdAt: time, createdBy: 'ann', project: 'default' }],
    }),
    'post /api/admin/addons': () => of.addon,
    'post /api/admin/addons/preview': () => ({ provider: 'webhook', parameters: {} }),
    'put /api/admin/addons/:id': [() => of.addon, { id: of.addonId }],
    'post /api/admin/addons/:id/signing-secret': [() => ({ overlapHours: 1 }), { id: of.addonId }],
    'post /api/admin/addons/:id/events/replay': [() => ({ from: 1 }), { id: of.addonId }],
  };
}

const imported = (project: string) => ({
  project,
  environment: 'development',
  data: {
    features: [{ name: `imported-to-${project}`, type: 'release' }],
    featureStrategies: [{ ...strategy, featureName: `imported-to-${project}` }],
    featureEnvironments: [{ featureName: `imported-to-${project}`, environment: 'development', name: 'development', enabled: true }],
    contextFields: [],
    featureTags: [],
    segments: [],
    tagTypes: [],
    dependencies: [],
    links: [],
    releasePlans: [],
  },
});

/** Requests to all routes with a JSON body, as callers who may send them. */
export async function requestsWithBody(world: World): Promise<readonly RequestWithBody[]> {
  const of = await furnish(world);
  const [defaults, entries] = [parametersOf(of), entriesOf(of)];
  const clients: Readonly<Record<string, Client>> = {
    CLIENT: world.app.with({ authorization: world.clientToken }),
    FRONTEND: world.app.with({ authorization: of.frontendToken }),
    scim: world.app.with({ authorization: `Bearer ${of.scim}` }),
    public: world.app.with({}),
  };
  const clientOf = ({ path, permission }: RouteDeclaration) =>
    clients[path.startsWith('/scim') ? 'scim' : String([permission].flat()[0])] ?? of.user;
  return [...world.declarations]
    .filter(({ method, body, bodyTypes = ['application/json'] }) => body && method !== 'get' && bodyTypes.includes('application/json'))
    .map((declaration) => {
      const { method, path, body = {} } = declaration;
      const entry = entries[`${method} ${path}`] ?? (() => exampleOf(body));
      const [example, parameters = {}] = typeof entry === 'function' ? [entry] : entry;
      const valueOf = (name: string) => String(parameters[name] ?? defaults[name] ?? 'unknown');
      return {
        declaration,
        client: clientOf(declaration),
        path: path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(valueOf(name))),
        body: example,
      };
    });
}
