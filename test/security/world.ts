import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Route, RouteDeclaration, Service } from '@signalbox/kit';
import { readCounter, readOutbox, type Store } from '@signalbox/store';
import type { Client } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';

/** The product behind its public port, and all secrets created so far. */
export interface World extends GatewayApp {
  readonly secrets: string[];
  /** All routes. */
  readonly declarations: readonly RouteDeclaration[];
  /** The input that the handler of a route received last. */
  readonly inputs: Map<RouteDeclaration, unknown>;
  /** Logs a user in. Returns the cookie as a browser sends it. */
  logIn(username: string, password: string, headers?: Readonly<Record<string, string>>): Promise<string>;
  /** A new, logged-in user. */
  someone(rootRole: number): Promise<{ readonly id: number; readonly username: string; readonly cookie: string }>;
  as(cookie: string): Client;
}

/** A row of the table: the attack, the result, and the expected result. */
export interface Row {
  readonly what: string;
  readonly cases: number;
  readonly figure: string;
  readonly target: string;
  readonly holds: boolean;
  /** Failures, in words. */
  readonly findings: readonly string[];
}

const manyTimes = '100000000';
const settings = {
  SECURE_COOKIES: 'true',
  LOGINS_PER_MINUTE: manyTimes,
  USER_CREATIONS_PER_MINUTE: manyTimes,
  SDK_REQUESTS_PER_MINUTE: manyTimes,
  REVISION_WAIT_MS: '20',
};

export async function openWorld(): Promise<World> {
  const inputs: World['inputs'] = new Map();
  const declarations: RouteDeclaration[] = [];
  const gateway = await openGatewayApp(settings, (service) => {
    declarations.push(...service.routes.map(({ declaration }) => declaration));
    // A job emits events at any time, which are not effects of a request.
    return { ...withNotedInputs(service, inputs), jobs: [] };
  });
  const { app, admin, adminToken, clientToken, password } = gateway;
  const secrets = [adminToken, clientToken, password];
  const logIn: World['logIn'] = async (username, secret, headers = {}) => {
    const { status, headers: answered } = await app.with(headers).post('/auth/simple/login', { username, password: secret });
    if (status !== 200) throw new Error(`${username} cannot log in: ${status}`);
    const cookie = String(answered['set-cookie']).split(';')[0] ?? '';
    secrets.push(cookie.split('=')[1] ?? '');
    return cookie;
  };
  let count = 0;
  return {
    ...gateway,
    secrets,
    declarations,
    inputs,
    logIn,
    as: (cookie) => app.with({ cookie }),
    async someone(rootRole) {
      count += 1;
      const username = `security-${count}`;
      // A password must not have the same character three times in a row.
      const secret = `Long-1-${randomBytes(16)
        .toString('hex')
        .replaceAll(/(.)\1+/g, '$1')}`;
      secrets.push(secret);
      const { body } = await admin.post('/api/admin/user-admin', { username, password: secret, rootRole, sendEmail: false });
      return { id: body.id, username, cookie: await logIn(username, secret) };
    },
  };
}

/** The service with handlers that note a copy of their input, before they can change it. */
function withNotedInputs(service: Service, inputs: World['inputs']): Service {
  const noted = (route: Route<never>): Route<never> => ({
    ...route,
    handler(input, context) {
      inputs.set(route.declaration, structuredClone(input));
      return route.handler(input, context);
    },
  });
  return { ...service, routes: service.routes.map((route) => ('handler' in route ? noted(route) : route)) };
}

type Everything = Record<string, object>;

/** All rows of all tables of all services, as text. */
export async function dump({ app }: World): Promise<string> {
  const texts: string[] = [];
  for (const store of app.host.stores.values()) for (const rows of Object.values(await tablesOf(store))) texts.push(JSON.stringify(rows));
  return texts.join('\n');
}

async function tablesOf(store: Store): Promise<Readonly<Record<string, readonly object[]>>> {
  const db = store.reader().getKysely<Everything>({ type: 'read' });
  const tables = await db.introspection.getTables();
  return Object.fromEntries(await Promise.all(tables.map(async ({ name }) => [name, await db.selectFrom(name).selectAll().execute()])));
}

/** Number of the last message of each service. */
export type LastMessages = ReadonlyMap<string, number>;

/** Waits until all messages are published, and thereby handled, since a handler may emit others. */
export async function lastMessages({ app }: World): Promise<LastMessages> {
  const last = new Map<string, number>();
  let isQuiet = false;
  while (!isQuiet) {
    isQuiet = true;
    for (const [name, store] of app.host.stores) {
      const { message, published } = await readCounter(store.reader());
      isQuiet &&= message === published && message === last.get(name);
      last.set(name, message);
    }
    if (!isQuiet) await setTimeout(20);
  }
  return last;
}

/** The messages that services have emitted after these, in words. A request without effect emits nothing. */
export async function emittedAfter(world: World, before: LastMessages): Promise<string[]> {
  await lastMessages(world);
  const emitted: string[] = [];
  for (const [name, store] of world.app.host.stores)
    for (const { exchange, key } of await readOutbox(store.reader(), before.get(name) ?? 0, 10))
      emitted.push(`${name} emitted ${exchange} ${key}`);
  return emitted;
}

export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor((values.length * percent) / 100))] ?? 0;

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
