import { randomBytes } from 'node:crypto';
import { audit } from '@signalbox/audit';
import { changeRequests } from '@signalbox/change-requests';
import { roleIds } from '@signalbox/contracts';
import { delivery } from '@signalbox/delivery';
import { gateway } from '@signalbox/gateway';
import { identity } from '@signalbox/identity';
import { playground } from '@signalbox/playground';
import { type Answer, type Client, eventually, start, type TestApp } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import { ghostContents, namer, type Contents } from './contents.ts';

const modes = ['open', 'protected', 'private'] as const;
type Mode = (typeof modes)[number];

/** A project with everything in it. */
export interface Project extends Contents {
  readonly mode: Mode;
  /** Secrets of its API tokens. */
  readonly clientToken: string;
  readonly frontendToken: string;
}

/** Somebody who asks. */
export interface Caller {
  readonly name: string;
  readonly client: Client;
  /** The projects that they may know of. */
  readonly sees: (project: Project) => boolean;
  /** Whether what they change stays where everybody sees it: they hold nothing in a private project that they could show to others. */
  readonly mayWrite: boolean;
}

/** The product with random projects, and callers of random rights. */
export interface World {
  readonly app: TestApp;
  readonly projects: readonly Project[];
  readonly callers: readonly Caller[];
  close(): Promise<void>;
}

/** Builds it over the administration interface, but for what callers are granted. */
export async function openWorld(random: () => number): Promise<World> {
  const adminToken = `*:*.${randomBytes(28).toString('hex')}`;
  const app = await start([gateway, identity, toggles, changeRequests, delivery, playground, audit], {
    ownIdentity: true,
    settings: { INIT_ADMIN_API_TOKENS: adminToken, SDK_REQUESTS_PER_MINUTE: '1000000' },
  });
  const admin = app.with({ authorization: adminToken });
  const chosen: readonly Mode[] = ['open', 'private', 'private', ...[1, 2].map(() => modes[Math.floor(random() * 3)] ?? 'open')];
  const chosenContents = chosen.map((mode) => ({ mode, contents: ghostContents(random) }));
  const users = await enterUsers(
    app,
    admin,
    chosenContents.map(({ contents, mode }) => ({ id: contents.project, mode })),
    random,
  );
  const projects: Project[] = [];
  for (const { contents, mode } of chosenContents) projects.push(await furnish(app, admin, contents, mode, namer(random)));
  await eventually(async () => {
    const { body } = await admin.get('/api/admin/search/events?limit=1');
    const { body: own } = await admin.get(`/api/admin/events?project=${projects.at(-1)?.project}`);
    if (body.total === 0 || own.totalEvents < 5) throw new Error('audit has not heard everything yet');
  });
  return { app, projects, callers: [...users(projects), ...applications(app, projects)], close: () => app.close() };
}

function must({ status, body }: Answer, what: string): Answer['body'] {
  if (status >= 300) throw new Error(`${what} was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Makes a project and everything in it; the ids that the product gives take the chosenContents of those that were thought up. */
async function furnish(app: TestApp, admin: Client, contents: Contents, mode: Mode, name: () => string): Promise<Project> {
  const { project, features, archived, texts } = contents;
  const at = `/api/admin/projects/${project}`;
  const make = async (path: string, body?: unknown, method: 'post' | 'put' | 'patch' = 'post') =>
    must(await admin[method](path, body), path);
  await make('/api/admin/projects', { id: project, name: texts[0], description: texts[1], mode });
  const segment = await make('/api/admin/segments', { name: contents.segmentName, project, description: name(), constraints: [] });
  for (const feature of [...features, archived]) await make(`${at}/features`, { name: feature, description: texts[0] });
  const [first = '', second = ''] = features;
  const constraints = [{ contextName: 'userId', operator: 'IN', values: [contents.constraintValue] }];
  const variants = [{ name: contents.variant, weight: 1000, weightType: 'variable', stickiness: 'default' }];
  const rollout = {
    name: 'flexibleRollout',
    title: contents.strategyTitle,
    parameters: { rollout: '100', stickiness: 'default', groupId: first },
  };
  const strategies = `${at}/features/${first}/environments/development/strategies`;
  const strategy = await make(strategies, { ...rollout, constraints, variants, segments: [segment.id] });
  await make(`${at}/features/${first}/environments/development/on`);
  await make(`${at}/features/${second}/environments/development/variants`, variants, 'put');
  await make(`${at}/features/${second}/dependencies`, { feature: first });
  await make(`/api/admin/features/${first}/tags`, { type: 'simple', value: contents.tag });
  const persona = await make(`${at}/personas`, {
    name: contents.personaName,
    context: { appName: name(), userId: contents.constraintValue },
  });
  must(await admin.delete(`${at}/features/${archived}`), 'archiving');
  const token = async (type: string) =>
    (await make('/api/admin/api-tokens', { tokenName: contents.tokenName, type, environment: 'development', projects: [project] }))
      .secret as string;
  const [clientToken, frontendToken] = [await token('client'), await token('frontend')];
  const own = app.with({ authorization: clientToken });
  const request = await propose({ make, at, segment: segment.id }, contents);
  const usage = { [first]: { yes: 3, no: 1, variants: { [contents.variant]: 3 } } };
  const bucket = { start: new Date().toISOString(), stop: new Date().toISOString(), toggles: usage };
  await eventually(async () => {
    must(await own.post('/api/client/metrics', { appName: contents.application, instanceId: 'one', bucket }), 'usage');
  });
  return {
    ...contents,
    mode,
    segment: segment.id,
    ...request,
    strategy: strategy.id,
    persona: String(persona.id),
    clientToken,
    frontendToken,
  };
}

/** Has changes of a protected environment wait for a review. */
async function propose(
  {
    make,
    at,
    segment,
  }: { make: (path: string, body?: unknown, method?: 'post' | 'put') => Promise<Answer['body']>; at: string; segment: number },
  { features: [first = '', second = ''], strategyTitle, texts }: Contents,
): Promise<{ request: number; change: number }> {
  const production = `${at}/environments/production/change-requests`;
  await make(`${production}/config`, { changeRequestsEnabled: true }, 'put');
  const strategy = { name: 'default', title: strategyTitle, segments: [segment] };
  const { id, features } = await make(production, [
    { action: 'addStrategy', feature: first, payload: strategy },
    { action: 'updateEnabled', feature: second, payload: { enabled: true } },
  ]);
  await make(`${at}/change-requests/${id}/title`, { title: texts[1] }, 'put');
  await make(`${at}/change-requests/${id}/comments`, { text: texts[0] });
  await make(`${at}/change-requests/${id}/state`, { state: 'In review' }, 'put');
  return { request: id, change: features[0].changes[0].id };
}

interface Holding {
  readonly name: string;
  readonly rootRole: number;
  /** Roles by project. */
  readonly grants: Readonly<Record<string, number>>;
}

const password = 'nine lamps in a lever frame';

/** Lets callers in, and gives them roles before the projects are made: from then on, every replica knows of them. */
async function enterUsers(
  app: TestApp,
  admin: Client,
  projects: readonly { readonly id: string; readonly mode: Mode }[],
  random: () => number,
): Promise<(projects: readonly Project[]) => Caller[]> {
  const idOf = (mode: Mode) => projects.find((project) => project.mode === mode)?.id ?? '';
  const roles = [roleIds.member, roleIds.owner];
  const some = projects.filter(() => random() < 0.4).map(({ id }) => [id, roles[Math.floor(random() * 2)] ?? roleIds.member] as const);
  const holdings: readonly Holding[] = [
    { name: 'a viewer', rootRole: roleIds.viewer, grants: {} },
    { name: 'a member of a private project', rootRole: roleIds.viewer, grants: { [idOf('private')]: roleIds.member } },
    { name: 'the owner of an open project', rootRole: roleIds.viewer, grants: { [idOf('open')]: roleIds.owner } },
    { name: 'somebody', rootRole: roleIds.viewer, grants: Object.fromEntries(some) },
  ];
  const entered: { holding: Holding; client: Client }[] = [];
  for (const [index, holding] of holdings.entries()) {
    const username = `user-${index}`;
    const { id } = must(await admin.post('/api/admin/user-admin', { username, password, rootRole: holding.rootRole }), 'creating a user');
    const columns = 'user_id, role_id, project_id, created_at';
    for (const [project, role] of Object.entries(holding.grants)) {
      await app
        .store('identity')
        .transaction((em) => em.execute(`insert into role_grant (${columns}) values (?, ?, ?, ?)`, [id, role, project, Date.now()]));
    }
    const { headers } = await app.with({}).post('/auth/simple/login', { username, password });
    const cookie = [headers['set-cookie']].flat().map((line) => String(line).split(';')[0]);
    entered.push({ holding, client: app.with({ cookie: cookie.join('; '), 'sec-fetch-site': 'same-origin' }) });
  }
  return (made) =>
    entered.map(({ holding: { name, grants }, client }) => {
      const sees = (project: Project) => project.mode !== 'private' || grants[project.project] !== undefined;
      return { name, client, sees, mayWrite: !made.some(({ mode, project }) => mode === 'private' && grants[project] !== undefined) };
    });
}

/** Those who are no users: nobody, and the applications of an open project. */
function applications(app: TestApp, projects: readonly Project[]): Caller[] {
  const open = projects.find(({ mode }) => mode === 'open');
  const ofToken = (name: string, secret = '') => ({
    name,
    client: app.with({ authorization: secret }),
    sees: (project: Project) => project === open,
    mayWrite: true,
  });
  return [
    { name: 'nobody', client: app.with({}), sees: () => false, mayWrite: true },
    ofToken('a client token of an open project', open?.clientToken),
    ofToken('a frontend token of an open project', open?.frontendToken),
  ];
}
