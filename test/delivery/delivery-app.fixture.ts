import { deepEqual, equal } from 'node:assert/strict';
import { delivery } from '@signalbox/delivery';
import { listen } from '@signalbox/host';
import { type Answer, type TestApp, type Client, eventually, openClient, start, type StartOptions } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import { Agent } from 'undici';

/**
 * Toggles and delivery in one app: changes made through toggles appear in delivery. Titles with `check 24` refer to a ready-made check of
 * the reference, evaluation §8.
 */
export interface DeliveryApp {
  readonly app: TestApp;
  readonly url: string;
  /** Calls toggles as an administrator. */
  readonly operator: Client;
  /** Calls delivery with a token; null sends none. */
  application(token: string | null, headers?: Record<string, string>): Client;
  token(expected?: Parameters<TestApp['users']['token']>[0]): Promise<string>;
  createFeature(name: string, project?: string): Promise<void>;
  /** Switches a feature on with the default strategy. */
  switchOn(name: string, environment?: string, project?: string): Promise<void>;
  /** Adds a strategy in development. */
  addStrategy(name: string, strategy: Readonly<Record<string, unknown>>, project?: string): Promise<void>;
  /** Declares a context field, so that constraints may use it. */
  addContextField(name: string): Promise<void>;
  defineStrategy(name: string): Promise<void>;
  close(how?: { keepData?: boolean }): Promise<void>;
}

export const features = '/api/client/features';

/** The status that a proxy reports, with the required properties only. */
export const relayReport = {
  identifier: 'edge-1',
  appName: 'unleash-edge',
  edgeVersion: '19.6.0',
  started: '2026-03-01T12:10:00.000Z',
};

export async function openDeliveryApp(options: StartOptions = {}): Promise<DeliveryApp> {
  const app = await start([toggles, delivery], options);
  const listener = app.host.listeners.get('delivery');
  if (!listener) throw new Error('delivery is not running');
  const listening = await listen(listener, 0, '127.0.0.1');
  const url = `http://127.0.0.1:${listening.port}`;
  const agent = new Agent();
  const operator = app.as(app.users.admin);
  const application = (token: string | null, headers: Record<string, string> = {}) =>
    openClient(url, agent, () => ({ ...(token === null ? {} : { authorization: token }), ...headers }));
  return {
    app,
    url,
    operator,
    application,
    token: (expected = {}) => app.users.token(expected),
    async createFeature(name, project = 'default') {
      equal((await operator.post(`/api/admin/projects/${project}/features`, { name })).status, 201);
    },
    async switchOn(name, environment = 'development', project = 'default') {
      equal((await operator.post(`/api/admin/projects/${project}/features/${name}/environments/${environment}/on`)).status, 200);
    },
    async addStrategy(name, strategy, project = 'default') {
      const path = `/api/admin/projects/${project}/features/${name}/environments/development/strategies`;
      const { status, body } = await operator.post(path, strategy);
      equal(status, 200, body.message);
    },
    async defineStrategy(name) {
      equal((await operator.post('/api/admin/strategies', { name, parameters: [] })).status, 201);
    },
    async addContextField(name) {
      equal((await operator.post('/api/admin/context', { name })).status, 201);
    },
    async close(how) {
      await agent.destroy();
      await listening.drain();
      await app.close(how);
    },
  };
}

/** Polls until the response matches, and returns it. */
export async function answerWhen(ask: () => Promise<Answer>, isRequired: (answer: Answer) => boolean): Promise<Answer> {
  let last: Answer | undefined;
  await eventually(async () => {
    last = await ask();
    return isRequired(last);
  });
  if (!last) throw new Error('there was no response');
  return last;
}

/** Names of the response's features that are on. */
export const namesOn = ({ body }: Answer): string[] =>
  (body.features as { name: string; enabled: boolean }[]).filter(({ enabled }) => enabled).map(({ name }) => name);

export const names = ({ body }: Answer): string[] => (body.features as { name: string }[]).map(({ name }) => name);

/** A 400 that names one path. */
export function assertBad({ status, body }: Answer, name: string, path?: string): void {
  deepEqual([status, body.name], [400, name]);
  if (path !== undefined) equal(body.details[0].path, path);
}
