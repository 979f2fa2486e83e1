import { equal, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { changeRequests } from '@signalbox/change-requests';
import { roleIds } from '@signalbox/contracts';
import { identity } from '@signalbox/identity';
import { type Answer, type Client, eventually, start, type StartOptions, type TestApp } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import { proposals, requests, switchOn } from './changes-app.fixture.ts';

const password = 'eleven signals on one gantry';

/** A user with a real login. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly client: Client;
}

/** Change requests, toggles and identity in one app, with users who really log in. Production of the project `default` is protected. */
export interface AccountsApp {
  readonly app: TestApp;
  readonly admin: Client;
  account(username: string, rootRole?: number): Promise<Account>;
  /** Creates a role with this permission in production. */
  role(name: string, ...permissions: readonly string[]): Promise<number>;
  group(name: string, members: readonly Account[], more?: object): Promise<number>;
  /** Grants a role in a project to holders (`users/7`, `groups/3`). */
  grant(holder: string, role: number, project?: string): Promise<void>;
  /** Creates a request in review that switches a feature on. Returns its id. */
  inReview(author: Account, feature: string): Promise<number>;
  close(): Promise<void>;
}

/** Returns the body of a successful response. */
export function must({ status, body }: Answer): Answer['body'] {
  ok(status < 300, `${status}: ${JSON.stringify(body)}`);
  return body;
}

export async function openAccountsApp(options: StartOptions = {}): Promise<AccountsApp> {
  const secret = `*:*.${randomBytes(28).toString('hex')}`;
  const settings = { INIT_ADMIN_API_TOKENS: secret, ...options.settings };
  const app = await start([changeRequests, toggles, identity], { jobs: true, ...options, ownIdentity: true, settings });
  const admin = app.holding('token', secret);
  must(await admin.put(`${proposals()}/config`, { changeRequestsEnabled: true }));
  const session = async (username: string) => {
    const { headers } = await app.as(null).post('/auth/simple/login', { username, password });
    return /unleash-session=([^;]*)/.exec(String(headers['set-cookie']))?.[1] ?? '';
  };
  return {
    app,
    admin,
    async account(username, rootRole = roleIds.viewer) {
      const email = `${username}@signalbox.example`;
      const { id } = must(await admin.post('/api/admin/user-admin', { username, email, password, rootRole, sendEmail: false }));
      return { id, username, email, client: app.holding('session', await session(username)) };
    },
    async role(name, ...permissions) {
      const rights = permissions.map((permission) => ({ name: permission, environment: 'production' }));
      return must(await admin.post('/api/admin/roles', { name, permissions: rights })).roles.id;
    },
    async group(name, members, more = {}) {
      return must(await admin.post('/api/admin/groups', { name, users: members.map(({ id }) => ({ user: { id } })), ...more })).id;
    },
    async grant(holder, role, project = 'default') {
      must(await admin.put(`/api/admin/projects/${project}/${holder}/roles`, { roles: [role] }));
    },
    async inReview(author, feature) {
      const { id } = must(await author.client.post(proposals(), switchOn(feature)));
      must(await author.client.put(`${requests}/${id}/state`, { state: 'In review' }));
      return id;
    },
    close: () => app.close(),
  };
}

/** Waits until `read` returns these ids. */
export const becomes = (read: () => Promise<number[]>, ...ids: readonly number[]): Promise<void> =>
  eventually(async () => equal((await read()).join(), ids.join()));
