import { equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Principal } from '@signalbox/contracts';
import { listen } from '@signalbox/host';
import { playground } from '@signalbox/playground';
import {
  type Answer,
  type TestApp,
  type CallOptions,
  type Client,
  clientAs,
  eventually,
  start,
  type StartOptions,
} from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import { Agent } from 'undici';

/** Toggles and the playground in one app: changes made through toggles are evaluated in the playground. */
export interface PlaygroundApp {
  readonly app: TestApp;
  /** Calls toggles as an administrator. */
  readonly operator: Client;
  createFeature(name: string, project?: string): Promise<void>;
  createProject(id: string): Promise<void>;
  /** Adds a strategy in development and returns its id. */
  addStrategy(name: string, strategy: Readonly<Record<string, unknown>>, project?: string): Promise<string>;
  switchOn(name: string, environment?: string, project?: string): Promise<void>;
  /** Sends an advanced request once the playground has every change that was made through this app. */
  ask(body: object, as?: Principal, options?: CallOptions): Promise<Answer>;
  askBasic(body: object, as?: Principal, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

const advanced = '/api/admin/playground/advanced';
const basic = '/api/admin/playground';

export async function openPlaygroundApp(options: StartOptions = {}): Promise<PlaygroundApp> {
  const app = await start([playground, toggles], options);
  const listener = app.host.listeners.get('toggles');
  if (!listener) throw new Error('toggles is not running');
  const listening = await listen(listener, 0, '127.0.0.1');
  const agent = new Agent();
  const operator = clientAs(`http://127.0.0.1:${listening.port}`, agent, app.users.admin);
  let revision = 0;
  const changed = ({ status, headers, body }: Answer): Answer => {
    ok(status < 300, `${status} ${JSON.stringify(body)}`);
    revision = Math.max(revision, Number(headers['x-revision'] ?? 0));
    return { status, headers, body };
  };
  const arrive = () =>
    eventually(async () => {
      // A new request each time, so that the cache has no response.
      const context = { appName: randomUUID() };
      const { headers } = await app.as(app.users.admin).post(basic, { environment: 'none', projects: [], context });
      return Number(headers['x-revision']) >= revision;
    });
  const feature = (name: string, project: string, environment: string) =>
    `/api/admin/projects/${project}/features/${name}/environments/${environment}`;
  return {
    app,
    operator,
    async createFeature(name, project = 'default') {
      changed(await operator.post(`/api/admin/projects/${project}/features`, { name }));
    },
    async createProject(id) {
      changed(await operator.post('/api/admin/projects', { id, name: id }));
    },
    async addStrategy(name, strategy, project = 'default') {
      const { body } = changed(await operator.post(`${feature(name, project, 'development')}/strategies`, strategy));
      return body.id;
    },
    async switchOn(name, environment = 'development', project = 'default') {
      changed(await operator.post(`${feature(name, project, environment)}/on`));
    },
    async ask(body, as = app.users.viewer, callOptions = {}) {
      await arrive();
      return app.as(as).post(advanced, body, callOptions);
    },
    async askBasic(body, as = app.users.viewer, callOptions = {}) {
      await arrive();
      return app.as(as).post(basic, body, callOptions);
    },
    async close() {
      await agent.destroy();
      await listening.drain();
      await app.close();
    },
  };
}

/** Result of one feature in one environment for the only context. */
export function resultOf({ status, body }: Answer, name: string, environment = 'development') {
  equal(status, 200, JSON.stringify(body));
  const feature = body.features.find((one: { name: string }) => one.name === name);
  ok(feature, `${name} is not there`);
  equal(feature.environments[environment].length, 1);
  return feature.environments[environment][0];
}

export const namesOf = ({ body }: Answer): string[] => body.features.map(({ name }: { name: string }) => name);
