import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  type AccessState,
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

const keyId = 'test';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** TestUsers that a test may act as, and what they were granted. */
export interface TestUsers {
  readonly admin: Principal;
  readonly editor: Principal;
  readonly viewer: Principal;
  readonly adminToken: Principal;
  readonly clientToken: Principal;
  /** Another user with a root role, Viewer unless said otherwise. */
  someone(rootRole?: number): Principal;
  /** Gives a user a role in a project; counts at once. */
  grant(principal: Principal, role: number, project: string): void;
  /** A role of exactly these rights, to be granted. */
  role(...rights: readonly Right[]): number;
  /** Hides a project from viewers who hold nothing in it. */
  hide(project: string): void;
  /** Adds an API token and answers its secret; programs can use it at once. */
  token(token: Partial<Omit<TokenState, 'hash'>>): string;
  /** Takes an API token away again. */
  revoke(secret: string): void;
  maintenance: boolean;
  /** Stands where identity would: states the access that the users above have. */
  readonly service: Service;
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/**
 * TestUsers of one started app. They need no database: their principals are signed with a key that the app trusts. `announce`
 * tells the app that tokens changed.
 */
export function openTestUsers(notify: (version: number) => void = () => undefined): TestUsers {
  let tokens: TokenState[] = [];
  const grants: Grant[] = [];
  const ownRoles: AccessState['roles'] = [];
  const projects: AccessState['projects'] = [];
  let version = 1;
  let lastId = 10;
  const user = (rootRole: number, name: string): Principal => ({
    kind: 'user',
    id: ++lastId,
    name,
    rootRole,
    groups: [],
    accessVersion: version,
  });
  const users: TestUsers = {
    admin: user(roleIds.admin, 'admin'),
    editor: user(roleIds.editor, 'editor'),
    viewer: user(roleIds.viewer, 'viewer'),
    adminToken: { kind: 'api-token', id: null, name: 'admin-token', rootRole: null, groups: [], tokenType: 'admin', accessVersion: 0 },
    clientToken: { kind: 'api-token', id: null, name: 'client-token', rootRole: null, groups: [], tokenType: 'client', accessVersion: 0 },
    someone: (rootRole = roleIds.viewer) => user(rootRole, `someone-${lastId}`),
    grant(principal, role, project) {
      grants.push({ user: principal.id, group: null, role, project, since: new Date().toISOString() });
      version += 1;
      (principal as { accessVersion: number }).accessVersion = version;
    },
    role(...rights) {
      const id = 100 + ownRoles.length;
      ownRoles.push({ id, type: 'custom', name: `role ${id}`, rights: [...rights] });
      return id;
    },
    hide(project) {
      projects.push({ id: project, mode: 'private' });
      version += 1;
    },
    token({ type = 'client', projects = ['*'], environment = 'development', ...rest }) {
      const secret = `${projects.length === 1 ? projects[0] : '[]'}:${environment}.${randomBytes(28).toString('hex')}`;
      version += 1;
      tokens = [...tokens, { hash: hashOf(secret), name: `token-${version}`, type, projects, environment, expiresAt: null, ...rest }];
      notify(version);
      return secret;
    },
    revoke(secret) {
      tokens = tokens.filter(({ hash }) => hash !== hashOf(secret));
      version += 1;
      notify(version);
    },
    maintenance: false,
    service: service({
      surface: surface({ name: 'identity' }),
      routes: [],
      answers: [
        answer(fetchAccess, async () => {
          const jwk = { ...(await exportJWK(publicKey)), kid: keyId, alg: 'EdDSA' };
          const roles = predefinedRoles.map(({ id, type, name, rights }) => ({ id, type, name, rights: [...rights] }));
          return { version, keys: [jwk], roles: [...roles, ...ownRoles], grants, projects, maintenance: users.maintenance };
        }),
        answer(fetchTokens, async () => ({ version, tokens })),
      ],
    }),
  };
  return users;
}

/** A principal as the gateway would hand it to a service. */
export function sign(principal: Principal, now = new Date(), lifetimeSeconds = 600): Promise<string> {
  return new SignJWT({ principal })
    .setProtectedHeader({ alg: 'EdDSA', kid: keyId })
    .setIssuer('signalbox/identity')
    .setExpirationTime(Math.floor(now.getTime() / 1000) + lifetimeSeconds)
    .sign(privateKey);
}
