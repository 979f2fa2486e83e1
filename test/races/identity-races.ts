import { setTimeout as pause } from 'node:timers/promises';
import { roleIds } from '@signalbox/contracts';
import { identity } from '@signalbox/identity';
import type { Answer, Client } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../../services/identity/src/identity-app.fixture.ts';
import { openTokenIssuer, type TokenIssuer } from '../../services/identity/src/workload/exchange/token-issuer.fixture.ts';
import { brokenAccess } from './identity-invariants.ts';
import { isUnanswered, patientSettings, untilAnswered } from './race.ts';
import { readTables, tableNames } from './tables.ts';

/** Data of each round: a user with a password, who owns `shop` together with another user, and related objects. */
interface Round {
  readonly app: IdentityApp;
  readonly admin: Client;
  readonly issuer: TokenIssuer;
  readonly number: number;
  readonly user: number;
  readonly other: number;
  readonly username: string;
  readonly group: number;
  readonly role: number;
  readonly token: number;
}

type Send = (round: Round) => Promise<Answer>;

/** Two concurrent operations. `statuses` are the only allowed ones, sorted; if absent, there are no failures and at least one success. */
export interface IdentityPair {
  readonly title: string;
  readonly prepare?: (round: Round) => Promise<unknown>;
  readonly sends: readonly [Send, Send];
  readonly statuses?: readonly number[];
}

const password = 'Correct-horse-1';
const shop = '/api/admin/projects/shop';
const users = '/api/admin/user-admin';
const workloads = '/api/admin/workload-identities';

const deleteUser: Send = ({ admin, user }) => admin.delete(`${users}/${user}`);
const createSame: Send = ({ admin, number }) => admin.post(users, { email: `same-${number}@signalbox.example`, rootRole: roleIds.viewer });
const fillGroup: Send = ({ admin, group, user, number }) =>
  admin.put(`/api/admin/groups/${group}`, { name: `group ${number}`, users: [{ user: { id: user } }] });
const emptyGroup: Send = ({ admin, group, number }) => admin.put(`/api/admin/groups/${group}`, { name: `group ${number}`, users: [] });
const deleteGroup: Send = ({ admin, group }) => admin.delete(`/api/admin/groups/${group}`);
const deleteRole: Send = ({ admin, role }) => admin.delete(`/api/admin/roles/${role}`);
const changeRole: Send = ({ admin, role, number }) =>
  admin.put(`/api/admin/roles/${role}`, { name: `role ${number}`, permissions: [{ name: 'UPDATE_FEATURE' }] });
const giveUser: Send = ({ admin, user, role }) => admin.put(`${shop}/users/${user}/roles`, { roles: [role] });
const giveGroup: Send = ({ admin, group, role }) => admin.put(`${shop}/groups/${group}/roles`, { roles: [role] });
const takeUser: Send = ({ admin, user }) => admin.delete(`${shop}/users/${user}/roles`);
const replaceAccess: Send = ({ admin, user, other, group, role }) =>
  admin.put(`${shop}/access`, {
    roles: [
      { id: roleIds.owner, users: [other] },
      { id: role, users: [user], groups: [group] },
    ],
  });
const rotate: Send = ({ admin, token }) => admin.post(`/api/admin/api-tokens/${token}/rotate`, {});
const revoke: Send = ({ admin, token }) => admin.delete(`/api/admin/api-tokens/${token}`);
const logIn: Send = ({ app, username }) => app.as(null).post('/auth/simple/login', { username, password });
const changePassword: Send = ({ admin, user }) => admin.post(`${users}/${user}/change-password`, { password: 'Another-horse-2' });

const ownTwo = ({ admin, user, other }: Round) => admin.put(`${shop}/access`, { roles: [{ id: roleIds.owner, users: [user, other] }] });
/** Makes all other administrators viewers. */
async function leaveTwoAdministrators({ admin, user, other }: Round): Promise<void> {
  for (const id of [user, other]) await admin.put(`${users}/${id}`, { rootRole: roleIds.admin });
  const { users: all } = (await admin.get(users)).body as { users: { id: number; rootRole: number }[] };
  for (const { id, rootRole } of all)
    if (rootRole === roleIds.admin && id !== user && id !== other) await admin.put(`${users}/${id}`, { rootRole: roleIds.viewer });
}

const workloadOf = ({ issuer, number }: Round) => ({
  name: `job-${number}`,
  issuer: issuer.issuer,
  audience: 'signalbox',
  claims: { repository: ['acme/shop'] },
  project: 'shop',
  roles: [roleIds.member],
});
const createWorkload: Send = (round) => round.admin.post(workloads, workloadOf(round));
const findWorkload = async ({ admin, number }: Round): Promise<number> =>
  ((await admin.get(workloads)).body.workloadIdentities as { id: number; name: string }[]).find(({ name }) => name === `job-${number}`)
    ?.id ?? 0;
const exchange: Send = async ({ app, issuer, number }) => {
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: await issuer.sign(),
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    audience: `job-${number}`,
  };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return app.as(null).post('/auth/token/exchange', undefined, { raw: new URLSearchParams(form).toString(), headers });
};
const disableWorkload: Send = async (round) =>
  round.admin.put(`${workloads}/${await findWorkload(round)}`, { ...workloadOf(round), enabled: false });
const deleteWorkload: Send = async (round) => round.admin.delete(`${workloads}/${await findWorkload(round)}`);

export const identityPairs: readonly IdentityPair[] = [
  { title: 'delete user x delete user', sends: [deleteUser, deleteUser], statuses: [200, 404] },
  { title: 'create user x create the same user', sends: [createSame, createSame], statuses: [201, 400] },
  { title: 'delete user x add user to group', sends: [deleteUser, fillGroup] },
  { title: 'delete user x give user a role', prepare: takeUser, sends: [deleteUser, giveUser] },
  { title: 'delete user x replace project access', sends: [deleteUser, replaceAccess] },
  { title: 'delete user x log in', sends: [deleteUser, logIn] },
  { title: 'change password x log in', sends: [changePassword, logIn] },
  { title: 'add user to group x empty group', sends: [fillGroup, emptyGroup], statuses: [200, 200] },
  { title: 'delete group x add user to group', sends: [deleteGroup, fillGroup] },
  { title: 'delete group x give group a role', sends: [deleteGroup, giveGroup] },
  { title: 'delete group x replace project access', sends: [deleteGroup, replaceAccess] },
  { title: 'delete role x give user the role', prepare: ownTwo, sends: [deleteRole, giveUser] },
  { title: 'delete role x give group the role', sends: [deleteRole, giveGroup] },
  { title: 'delete role x change role', sends: [deleteRole, changeRole] },
  { title: 'give user a role x take all roles from user', prepare: ownTwo, sends: [giveUser, takeUser], statuses: [200, 200] },
  { title: 'replace project access x take all roles from user', prepare: ownTwo, sends: [replaceAccess, takeUser], statuses: [200, 200] },
  { title: 'rotate token x revoke token', sends: [rotate, revoke] },
  { title: 'revoke token x revoke token', sends: [revoke, revoke] },
  {
    title: 'delete one of two administrators x delete the other',
    prepare: leaveTwoAdministrators,
    sends: [deleteUser, ({ admin, other }) => admin.delete(`${users}/${other}`)],
    statuses: [200, 403],
  },
  {
    title: 'delete one of two administrators x demote the other',
    prepare: leaveTwoAdministrators,
    sends: [deleteUser, ({ admin, other }) => admin.put(`${users}/${other}`, { rootRole: roleIds.viewer })],
    statuses: [200, 403],
  },
  {
    title: 'remove one of two owners x remove the other',
    prepare: ownTwo,
    sends: [takeUser, ({ admin, other }) => admin.delete(`${shop}/users/${other}/roles`)],
    statuses: [200, 409],
  },
  { title: 'exchange token x disable workload identity', prepare: createWorkload, sends: [exchange, disableWorkload] },
  { title: 'exchange token x delete workload identity', prepare: createWorkload, sends: [exchange, deleteWorkload] },
];

export interface IdentityCourse {
  /** Runs rounds of one pair. Returns violations, one sentence each, and the number of rounds by statuses. */
  race(pair: IdentityPair, rounds: number): Promise<{ problems: string[]; statuses: Map<string, number> }>;
  close(): Promise<void>;
}

const maxLeadMs = 8;

/** `random` decides which request is sent first, and how much earlier. */
export async function openIdentityCourse(random: () => number): Promise<IdentityCourse> {
  const issuer = await openTokenIssuer();
  const settings = { ...patientSettings, INTERNAL_ISSUERS: new URL(issuer.issuer).host };
  const app = await startIdentity({ settings });
  await app.publishProject('shop');
  const { secret } = (await app.admin.post('/api/admin/api-tokens', { tokenName: 'races', type: 'admin' })).body;
  const admin = app.holding('token', secret);
  let number = 0;

  const begin = async (): Promise<Round> => {
    number += 1;
    const create = async (path: string, body: object) => expectSuccess(await untilAnswered(() => admin.post(path, body))).body;
    const username = `user-of-${number}`;
    const [user, other, group, role, token] = await Promise.all([
      create(users, { username, password, rootRole: roleIds.viewer }),
      create(users, { username: `other-of-${number}`, rootRole: roleIds.viewer }),
      create('/api/admin/groups', { name: `group ${number}` }),
      create('/api/admin/roles', { name: `role ${number}`, permissions: [{ name: 'CREATE_FEATURE' }] }),
      create('/api/admin/api-tokens', { tokenName: `token ${number}`, type: 'client' }),
    ]);
    const made = { user: user.id, other: other.id, group: group.id, role: role.roles.id, token: token.id };
    return { app, admin, issuer, number, username, ...made };
  };

  return {
    async race({ prepare, sends, statuses: expected }, rounds) {
      const problems: string[] = [];
      const statuses = new Map<string, number>();
      for (let index = 0; index < rounds; index += 1) {
        const round = await begin();
        await prepare?.(round);
        const late = random() < 0.5 ? 0 : 1;
        const answers = await Promise.all(
          sends.map(async (send, at) => {
            if (at === late) await pause(random() * maxLeadMs);
            return send(round);
          }),
        );
        const both = answers.map(({ status }) => status);
        statuses.set(both.join(' '), (statuses.get(both.join(' ')) ?? 0) + 1);
        if (!answers.some(isUnanswered) && !isAllowed(both, expected)) problems.push(`they returned ${answers.map(inWords).join(' and ')}`);
      }
      // Violations are permanent, because nothing repairs them.
      problems.push(...brokenAccess(await readTables(app.store(identity.name), tableNames(identity))));
      return { problems: [...new Set(problems)], statuses };
    },
    async close() {
      await app.close();
      await issuer.close();
    },
  };
}

function isAllowed(statuses: readonly number[], expected: readonly number[] | undefined): boolean {
  if (expected) return statuses.toSorted((one, other) => one - other).join() === expected.join();
  return statuses.every((status) => status < 500) && statuses.some((status) => status < 300);
}

const inWords = ({ status, body }: Answer) => `${status} ${JSON.stringify(body?.message ?? '')}`;

function expectSuccess(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`could not prepare a round: ${inWords(answer)}`);
  return answer;
}
