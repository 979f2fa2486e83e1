import { equal } from 'node:assert/strict';
import { changeRequests } from '@signalbox/change-requests';
import { type Principal, roleIds } from '@signalbox/contracts';
import { listen } from '@signalbox/host';
import { type Answer, type Client, clientAs, start, type StartOptions, type TestApp } from '@signalbox/testing';
import type { Service } from '@signalbox/kit';
import { toggles } from '@signalbox/toggles';
import { Agent } from 'undici';

const project = '/api/admin/projects/default';

/** Change requests and toggles in one app. Production of the project `default` is protected. */
export interface ChangesApp {
  readonly app: TestApp;
  /** Calls toggles. */
  direct(as: Principal): Client;
  /** Calls toggles as an administrator, who may write directly. */
  readonly operator: Client;
  /** Calls toggles as a given user. */
  toggles(as: Principal): Client;
  readonly approver: Principal;
  readonly applier: Principal;
  /** A user who may approve and apply. */
  reviewer(): Promise<Principal>;
  /** Sets the requirements of an environment. */
  protect(demands?: object, environment?: string): Promise<void>;
  unprotect(environment?: string): Promise<void>;
  createFeatures(...names: readonly string[]): Promise<void>;
  /** Proposes changes and returns the request. */
  propose(as: Principal, changes: object | readonly object[], environment?: string): Promise<Answer['body']>;
  get(id: number, as?: Principal): Promise<Answer['body']>;
  ask(as: Principal, id: number, state: string, more?: object): Promise<Answer>;
  /** Creates an approved request with these changes. */
  approved(author: Principal, changes: object | readonly object[]): Promise<Answer['body']>;
  close(): Promise<void>;
}

export const requests = `${project}/change-requests`;
export const proposals = (environment = 'production') => `${project}/environments/${environment}/change-requests`;

interface ChangesOptions extends StartOptions {
  readonly answers?: Service['answers'];
}

/** Changes that tests propose. */
export const switchOn = (feature: string) => ({ action: 'updateEnabled', feature, payload: { enabled: true } });
export const switchOff = (feature: string) => ({ action: 'updateEnabled', feature, payload: { enabled: false } });
export const rollOut = (feature: string, rollout = '50') => ({
  action: 'addStrategy',
  feature,
  payload: { name: 'flexibleRollout', parameters: { rollout, stickiness: 'default', groupId: feature } },
});

/** Opens the app, with `answers` instead of those of toggles. */
export async function openChangesApp({ answers, ...options }: ChangesOptions = {}): Promise<ChangesApp> {
  const app = await start([changeRequests, answers ? { ...toggles, answers } : toggles], { jobs: true, ...options });
  const listener = app.host.listeners.get('toggles');
  if (!listener) throw new Error('toggles is not running');
  const listening = await listen(listener, 0, '127.0.0.1');
  const agent = new Agent();
  const direct = (as: Principal) => clientAs(`http://127.0.0.1:${listening.port}`, agent, as, options.effects?.now);
  const operator = direct(app.users.admin);
  const somebody = async (...roles: readonly number[]) => {
    const user = app.users.someone();
    for (const role of roles) await app.users.grant(user, role, 'default');
    return user;
  };
  const [approver, applier] = [await somebody(roleIds.approver), await somebody(roleIds.applier)];
  const well = ({ status, body }: Answer): Answer['body'] => {
    equal(status, 200, JSON.stringify(body));
    return body;
  };
  const changes: ChangesApp = {
    app,
    direct,
    operator,
    toggles: (as) => clientAs(`http://127.0.0.1:${listening.port}`, agent, as),
    approver,
    applier,
    reviewer: () => somebody(roleIds.approver, roleIds.applier),
    async protect(demands = {}, environment = 'production') {
      well(await operator.put(`${proposals(environment)}/config`, { changeRequestsEnabled: true, ...demands }));
    },
    async unprotect(environment = 'production') {
      well(await operator.put(`${proposals(environment)}/config`, { changeRequestsEnabled: false }));
    },
    async createFeatures(...names) {
      for (const name of names) equal((await operator.post(`${project}/features`, { name })).status, 201);
    },
    propose: async (as, proposed, environment) => well(await app.as(as).post(proposals(environment), proposed)),
    get: async (id, as = app.users.admin) => well(await app.as(as).get(`${requests}/${id}`)),
    ask: (as, id, state, more = {}) => app.as(as).put(`${requests}/${id}/state`, { state, ...more }),
    async approved(author, proposed) {
      const { id } = await changes.propose(author, proposed);
      well(await changes.ask(author, id, 'In review'));
      return well(await changes.ask(approver, id, 'Approved'));
    },
    async close() {
      await agent.destroy();
      await listening.drain();
      await app.close();
    },
  };
  await changes.protect();
  return changes;
}
