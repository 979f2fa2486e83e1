import { argon2Sync, randomBytes } from 'node:crypto';
import {
  type AccessChanged,
  browserHeader,
  type Envelope,
  envelopeType,
  type EventDefinition,
  exchanges,
  fetchAccess,
  projectCreated,
  roleIds,
  stateKeys,
} from '@signalbox/contracts';
import {
  type Answer,
  type CallOptions,
  type Client,
  eventually,
  start,
  type StartOptions,
  statementsOf,
  type TestApp,
} from '@signalbox/testing';
import { identity } from './service.ts';
import { User } from './user/user.ts';

export const password = 'a lever, a bell, a lamp';

/** Hash of `password` at the lowest cost, because hashing at the product's cost takes 35 ms for each login. */
const passwordHash = inexpensiveHash();

function inexpensiveHash(): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', { message: password, nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 });
  const [salt, text] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${text}`;
}

/** A running identity for tests, with users who really log in. */
export interface IdentityApp extends TestApp {
  readonly admin: Client;
  /** Creates a user with that root role, logged in. */
  someone(rootRole: number): Promise<{ client: Client; id: number; username: string; session: string }>;
  /** Logs in and returns the session's secret. */
  logIn(username: string): Promise<string>;
  publishFromToggles(event: EventDefinition, body: Partial<Envelope['data']>): Promise<void>;
  /** Publishes that a token created a project; resolves when identity knows the project. */
  publishProject(project: string): Promise<void>;
  /** Messages published to replicas and caches so far. */
  readonly published: readonly AccessChanged[];
  /** Advances the services' clock. */
  wait(ms: number): void;
}

/** 224 random bits, as at the end of tokens. */
export const randomHex = (): string => randomBytes(28).toString('hex');

/** The session's secret in a Set-Cookie header. */
export const sessionIn = (header: unknown): string => /unleash-session=([^;]*)/.exec(String(header))?.[1] ?? '';

/** A project as in events. */
export const projectFact = (id: string) => ({
  id,
  name: id,
  description: null,
  mode: 'open' as const,
  defaultStickiness: 'default',
  featureLimit: null,
});

/** Starts identity alone, with `admin` and `password` for its first administrator. New users have an inexpensive hash of `password`. */
export async function startIdentity(options: StartOptions = {}): Promise<IdentityApp> {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const settings = { INIT_ADMIN_PASSWORD: password, ...options.settings };
  const app = await start([identity], { ...options, ownIdentity: true, settings, effects: { now, ...options.effects } });
  const isNew = options.workspace === undefined && settings.INIT_ADMIN_PASSWORD === password;
  if (isNew) await app.store('identity').transaction((em) => em.nativeUpdate(User, { username: 'admin' }, { passwordHash }));
  const logIn = async (username: string) => {
    const { headers } = await app.as(null).post('/auth/simple/login', { username, password });
    return sessionIn(headers['set-cookie']);
  };
  let count = 0;
  const published: AccessChanged[] = [];
  const bindings = [{ exchange: exchanges.state, pattern: stateKeys.access }];
  await app.host.bus.subscribe({ kind: 'broadcast', bindings, connected: () => undefined }, async (messages) => {
    published.push(...messages.map(({ body }) => JSON.parse(body) as AccessChanged));
  });
  const session = await logIn('admin');
  return {
    ...app,
    admin: app.holding('session', session),
    logIn,
    published,
    wait: (ms) => {
      ahead += ms;
    },
    async someone(rootRole) {
      count += 1;
      const username = `user-${count}`;
      const id = await enterUser(app, username, rootRole);
      const own = await logIn(username);
      return { client: app.holding('session', own), id, username, session: own };
    },
    publishFromToggles: (event, body) => publishFromToggles(app, event, body),
    async publishProject(project) {
      await publishFromToggles(app, projectCreated, { project, data: projectFact(project) });
      await eventually(async () => (await app.host.ask(fetchAccess, {})).projects.some(({ id }) => id === project));
    },
  };
}

/** Sends a request and changes the hash of that user's password, not the password, while the request checks it. */
export async function changeDuring({ store }: TestApp, id: number, send: (options: CallOptions) => Promise<Answer>): Promise<Answer> {
  const { promise: hasReadUser, resolve } = Promise.withResolvers<void>();
  const watch = (sql: string) => {
    if (/^select .* from [`"]known_browser/.test(sql)) resolve();
    return false;
  };
  let answer: Promise<Answer> | undefined;
  const change = () =>
    store('identity').transaction(async (em) => {
      await em.nativeUpdate(User, { id }, { passwordHash: inexpensiveHash() });
      answer = send({ headers: { [browserHeader]: 'unknown' } });
      await hasReadUser;
    });
  await statementsOf(store('identity'), change, watch);
  if (!answer) throw new Error('the request was not sent');
  return answer;
}

async function enterUser(app: TestApp, username: string, rootRole: number = roleIds.viewer): Promise<number> {
  const email = `${username}@signalbox.example`;
  return app.store('identity').transaction(async (em) => {
    const user = em.create(User, {
      kind: 'user',
      username,
      email,
      passwordHash,
      rootRole,
      accessVersion: 0,
      loginAttempts: 0,
      createdAt: new Date(),
    });
    await em.flush();
    return user.id;
  });
}

let sequence = 0;

async function publishFromToggles(app: TestApp, event: EventDefinition, body: Partial<Envelope['data']>): Promise<void> {
  sequence += 1;
  const time = new Date().toISOString();
  const empty = { project: null, environment: null, featureName: null, data: null, preData: null, tags: [] };
  const data = { type: event.type, createdBy: 'someone', createdByUserId: null, createdAt: time, ...empty, ...body };
  const id = crypto.randomUUID();
  const envelope: Envelope = {
    specversion: '1.0',
    id,
    source: '/signalbox/toggles',
    type: envelopeType(event.type, event.version),
    time,
    datacontenttype: 'application/json',
    sequence,
    data,
  };
  await app.host.bus.publish([{ id, exchange: exchanges.events, key: `toggles.${event.type}`, body: JSON.stringify(envelope) }]);
}
