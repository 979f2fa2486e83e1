import { deepEqual, equal, ok } from 'node:assert/strict';
import { fetchAccess, roleIds } from '@signalbox/contracts';
import { chunksOf } from '@signalbox/kit';
import { statementsOf } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../identity-app.fixture.ts';
import { tablesOf } from '../tables/tables.ts';

const users = 1000;
const groups = 50;
const membersPerGroup = 40;
const projects = 20;
/** Maximum size of the access state; it is proportional to the grants and memberships. */
const maxBytes = 150_000;

/** Maximum number of statements per read, including the two that identify the caller, for any size of the response. */
const reads: Readonly<Record<string, number>> = {
  '/api/admin/groups': 7,
  '/api/admin/groups/1': 6,
  '/api/admin/roles': 3,
  '/api/admin/permissions': 3,
  '/api/admin/projects/default/access': 10,
  '/api/admin/projects/roles/5/access': 5,
  '/api/admin/access/overview': 7,
};

describe('an instance of a thousand users in fifty groups', () => {
  let small: IdentityApp;
  let large: IdentityApp;
  before(async () => {
    small = await startIdentity();
    large = await startIdentity();
    await fill(small, { users: 20, groups: 4, projects: 2 });
    await fill(large, { users, groups, projects });
  });
  after(() => Promise.all([small, large].map((app) => app.close())));

  it('has an access state below 150 kB, which grows with grants and memberships, but not with users', async () => {
    const state = await large.host.ask(fetchAccess, {});
    const bytes = JSON.stringify(state).length;
    equal(state.groups?.length, groups);
    equal(
      state.groups?.reduce((sum, group) => sum + group.users.length, 0),
      groups * membersPerGroup,
    );
    ok(bytes < maxBytes, `${bytes}`);
  });

  for (const [path, max] of Object.entries(reads)) {
    it(`reads GET ${path} in as many statements as a small one, and at most ${max}`, async () => {
      const few = await statements(small, path);
      const many = await statements(large, path);
      deepEqual(many.length, few.length, many.join('\n').slice(0, 5000));
      ok(many.length > 0 && many.length <= max, many.join('\n').slice(0, 5000));
    });
  }
});

const ofWhoAsks = /[`"](?:login_session|signing_key|known_browser|factor_policy)[`"]/;

/** Excludes those that identify the caller, which only run occasionally. */
async function statements(app: IdentityApp, path: string): Promise<string[]> {
  const seen = await statementsOf(app.store('identity'), async () => equal((await app.admin.get(path)).status, 200));
  return seen.filter((text) => !ofWhoAsks.test(text));
}

interface Size {
  readonly users: number;
  readonly groups: number;
  readonly projects: number;
}

/** Inserts rows in bulk as the routes write them: each project has two groups and a few users. */
async function fill(app: IdentityApp, size: Size): Promise<void> {
  const at = Date.now();
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  const firstUser = 1000;
  await app.store('identity').transaction(async (em) => {
    const insert = async (table: string, rows: Record<string, unknown>[]) => {
      const db = tablesOf(em) as unknown as { insertInto(name: string): { values(rows: unknown[]): { execute(): Promise<unknown> } } };
      for (const some of chunksOf(rows, 500)) await db.insertInto(table).values(some).execute();
    };
    const user = (index: number) => ({
      id: firstUser + index,
      kind: 'user',
      username: `bulk-${index}`,
      root_role: roleIds.viewer,
      access_version: 0,
      login_attempts: 0,
      created_at: at,
    });
    await insert('user', numbers(size.users).map(user));
    await insert(
      'user_group',
      numbers(size.groups).map((index) => ({ id: index + 1, name: `group ${index}`, mappings_sso: '[]', created_at: at })),
    );
    const members = Math.min(membersPerGroup, size.users);
    const membership = (group: number, member: number) => ({
      group_id: group + 1,
      user_id: firstUser + ((group * members + member) % size.users),
      by_sso: 0,
      joined_at: at,
    });
    await insert(
      'group_member',
      numbers(size.groups).flatMap((group) => numbers(members).map((member) => membership(group, member))),
    );
    await insert(
      'known_project',
      numbers(size.projects).map((index) => ({ id: `project-${index}`, mode: 'open', deleted: 0 })),
    );
    const grant = (parts: object) => ({ user_id: null, group_id: null, role_id: roleIds.member, created_at: at, ...parts });
    await insert('role_grant', [
      ...numbers(size.groups).map((index) => grant({ group_id: index + 1, project_id: `project-${index % size.projects}` })),
      ...numbers(size.groups).map((index) => grant({ group_id: index + 1, project_id: 'default' })),
      ...numbers(Math.min(size.users, 2000)).map((index) =>
        grant({ user_id: firstUser + index, project_id: `project-${index % size.projects}` }),
      ),
      grant({ user_id: firstUser, project_id: 'default' }),
    ]);
  });
  await app.publishProject('heard-of'); // Rows written without the service take effect with the next version.
}
