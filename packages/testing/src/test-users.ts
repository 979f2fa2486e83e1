import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  type AccessState,
  type DurableQueue,
  type Envelope,
  exchanges,
  fetchAccess,
  fetchTokens,
  type Grant,
  predefinedRoles,
  type Principal,
  type Right,
  roleIds,
  type TokenState,
} from '@signalbox/contracts';
import { answer, service, type Service, surface } from '@signalbox/kit';
import { exportJWK, SignJWT } from 'jose';
import { eventually } from './eventually.ts';

const keyId = 'test';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** Users that a test may act as, with their grants. Changes resolve when all services of the app have them. */
export interface TestUsers {
  readonly admin: Principal;
  readonly editor: Principal;
  readonly viewer: Principal;
  readonly adminToken: Principal;
  readonly clientToken: Principal;
  /** Another user with a root role (default: Viewer). */
  someone(rootRole?: number): Principal;
  /** Grants a user a role in a project. */
  grant(principal: Principal, role: number, project: string): Promise<void>;
  /** Grants a group a role in a project. */
  grantGroup(group: number, role: number, project: string): Promise<void>;
  /** Revokes a role of a user. */
  withdraw(principal: Principal, role: number, project: string): Promise<void>;
  /** Creates a role with exactly these rights. */
  role(...rights: readonly Right[]): Promise<number>;
  /** Hides a project from viewers without a role in it. */
  hide(project: string): Promise<void>;
  /** Adds an API token and returns its secret. */
  token(token: Partial<Omit<TokenState, 'hash'>>): Promise<string>;
  /** Deletes an API token. */
  revoke(secret: string): Promise<void>;
  maintenance: boolean;
  /** True while changes are not published, as if identity's messages were late. Changes then resolve at once. */
  silent: boolean;
  /** Handles a project event, as identity would. */
  handleEvent(envelope: Envelope): Promise<void>;
  /** Adds projects without events. */
  know(...projects: readonly string[]): Promise<void>;
  /** Resolves when services that read tokens have this version of the list. */
  tokensArrived(version: number): Promise<void>;
  /** Replaces identity: publishes the access of these users. */
  readonly service: Service;
}

/** Queue of the stand-in for identity, with events of projects. */
export const identityQueue: DurableQueue = {
  queue: 'identity',
  kind: 'shared',
  bindings: ['created', 'updated', 'deleted', 'import'].map((what) => ({ exchange: exchanges.events, pattern: `toggles.project-${what}` })),
};

/** The queue receives more events if the surface of the real identity declares it too. */
const ofProject = /^signalbox\.project-(created|updated|deleted|import)\.v\d+$/;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/**
 * Users of one started app. They need no database: their principals are signed with a key that the app trusts. `notify` receives the new
 * version after each change, and resolves when the services have it.
 */
export function openTestUsers(notify: (version: number) => Promise<void> = async () => undefined): TestUsers {
  let tokens: TokenState[] = [];
  const grants: Grant[] = [];
  const ownRoles: AccessState['roles'] = [];
  const modes = new Map([['default', 'open']]);
  const publish = async (changed: number) => {
    if (!users.silent) await notify(changed);
  };
  /** Version of the last token list that a service fetched, if any does. */
  let fetched: number | undefined;
  const hidden = new Set<string>();
  const heard: Record<string, number> = {};
  let version = 1;
  let lastId = 10;
  const made: Principal[] = [];
  const user = (rootRole: number, name: string): Principal => {
    const principal: Principal = { kind: 'user', id: ++lastId, name, rootRole, groups: [], accessVersion: version };
    made.push(principal);
    return principal;
  };
  /** From now on, requests of a user wait until the change has arrived. */
  const change = (): Promise<void> => {
    version += 1;
    for (const principal of made) principal.accessVersion = version;
    return publish(version);
  };
  const users: TestUsers = {
    admin: user(roleIds.admin, 'admin'),
    editor: user(roleIds.editor, 'editor'),
    viewer: user(roleIds.viewer, 'viewer'),
    adminToken: { kind: 'api-token', id: null, name: 'admin-token', rootRole: null, groups: [], tokenType: 'admin', accessVersion: 0 },
    clientToken: { kind: 'api-token', id: null, name: 'client-token', rootRole: null, groups: [], tokenType: 'client', accessVersion: 0 },
    someone: (rootRole = roleIds.viewer) => user(rootRole, `someone-${lastId}`),
    grant(principal, role, project) {
      const { id: user, name: userName } = principal;
      grants.push({ user, group: null, role, project, since: new Date().toISOString(), ...(role === roleIds.owner && { userName }) });
      return change();
    },
    grantGroup(group, role, project) {
      grants.push({ user: null, group, role, project, since: new Date().toISOString() });
      return change();
    },
    withdraw(principal, role, project) {
      grants.splice(
        grants.findIndex((grant) => grant.user === principal.id && grant.role === role && grant.project === project),
        1,
      );
      return change();
    },
    async role(...rights) {
      const id = 100 + ownRoles.length;
      ownRoles.push({ id, type: 'custom', name: `role ${id}`, rights: [...rights] });
      await change();
      return id;
    },
    hide(project) {
      hidden.add(project);
      return change();
    },
    async token({ type = 'client', projects = ['*'], environment = 'development', ...rest }) {
      const secret = `${projects.length === 1 ? projects[0] : '[]'}:${environment}.${randomBytes(28).toString('hex')}`;
      version += 1;
      tokens = [...tokens, { hash: hashOf(secret), name: `token-${version}`, type, projects, environment, expiresAt: null, ...rest }];
      await publish(version);
      return secret;
    },
    revoke(secret) {
      tokens = tokens.filter(({ hash }) => hash !== hashOf(secret));
      version += 1;
      return publish(version);
    },
    maintenance: false,
    silent: false,
    handleEvent({ type, sequence, data: { data, preData } }) {
      const { id, mode = 'open' } = (data ?? preData) as { id: string; mode?: string };
      const [, what] = ofProject.exec(type) ?? [];
      if (what === 'deleted' && mode !== 'private') modes.delete(id);
      else if (what !== undefined && what !== 'deleted') modes.set(id, mode);
      heard['toggles'] = sequence;
      version += 1;
      return publish(version);
    },
    know(...projects) {
      for (const project of projects) modes.set(project, 'open');
      return change();
    },
    async tokensArrived(required) {
      await eventually(() => fetched === undefined || fetched >= required);
      // A service holds the fetched list within the same turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    },
    service: service({
      surface: surface({ name: 'identity', queues: [identityQueue] }),
      routes: [],
      answers: [
        answer(fetchAccess, async () => {
          const jwk = { ...(await exportJWK(publicKey)), kid: keyId, alg: 'EdDSA' };
          const roles = predefinedRoles.map(({ id, type, name, rights }) => ({ id, type, name, rights: [...rights] }));
          const projects = [...new Set([...modes.keys(), ...hidden])].map((id) => ({
            id,
            mode: hidden.has(id) ? 'private' : (modes.get(id) ?? ''),
          }));
          return { version, keys: [jwk], roles: [...roles, ...ownRoles], grants, projects, maintenance: users.maintenance, heard };
        }),
        answer(fetchTokens, async () => {
          fetched = version;
          return { version, tokens };
        }),
      ],
    }),
  };
  return users;
}

/** Signs a principal as the gateway sends it to a service. */
export function sign(principal: Principal, now = new Date(), lifetimeSeconds = 600): Promise<string> {
  return new SignJWT({ principal })
    .setProtectedHeader({ alg: 'EdDSA', kid: keyId })
    .setIssuer('signalbox/identity')
    .setExpirationTime(Math.floor(now.getTime() / 1000) + lifetimeSeconds)
    .sign(privateKey);
}
