import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { type AccessState, anonymous, type Grant, predefinedRoles, type Principal, roleIds, system } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { exportJWK } from 'jose';
import { AccessReplica } from './access-replica.ts';

const roles: AccessState['roles'] = [
  ...predefinedRoles.map(({ id, type, name, rights }) => ({ id, type, name, rights: [...rights] })),
  { id: 10, type: 'custom', name: 'Production', rights: [{ permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' }] },
  { id: 11, type: 'root-custom', name: 'Taxonomist', rights: [{ permission: 'CREATE_TAG_TYPE' }, { permission: 'UPDATE_FEATURE' }] },
];
const state = (parts: Partial<AccessState> = {}): AccessState => ({
  version: 1,
  keys: [],
  roles,
  grants: [],
  projects: [],
  maintenance: false,
  heard: {},
  ...parts,
});
const user = (rootRole: number | null, parts: Partial<Principal> = {}): Principal => ({
  kind: 'user',
  id: 7,
  name: 'u',
  rootRole,
  groups: [],
  accessVersion: 0,
  ...parts,
});
const grant = (parts: Partial<Grant>): Grant => ({
  user: null,
  group: null,
  role: roleIds.member,
  project: 'shop',
  since: '2026-03-01T12:00:00.000Z',
  ...parts,
});

async function replicaOf(parts: Partial<AccessState> = {}): Promise<AccessReplica> {
  const replica = new AccessReplica({ fetch: async () => state(parts), warn: () => undefined });
  await replica.follower.refresh();
  return replica;
}

describe('permissions in the access replica', () => {
  const shop = { project: 'shop' };
  const production = { project: 'shop', environment: 'production' };

  it('are denied before the first fetch, except to the system itself', () => {
    const replica = new AccessReplica({ fetch: async () => state(), warn: () => undefined });
    equal(replica.version, -1);
    equal(replica.allows(user(roleIds.admin), ['CREATE_PROJECT']), false);
    equal(replica.allows(system, ['ADMIN']), true);
  });

  it('follow the predefined roles', async () => {
    const replica = await replicaOf();
    const may = (role: number, permission: string, where = {}) => replica.allows(user(role), [permission], where);
    deepEqual([may(1, 'CREATE_FEATURE', shop), may(1, 'READ_ROLE'), may(1, 'SKIP_CHANGE_REQUEST', production)], [true, true, true]);
    deepEqual([may(2, 'CREATE_PROJECT'), may(2, 'CREATE_SEGMENT')], [true, true]);
    deepEqual([may(2, 'READ_ROLE'), may(2, 'CREATE_CLIENT_API_TOKEN'), may(2, 'ADMIN')], [false, false, false]);
    deepEqual([may(2, 'CREATE_FEATURE', { project: 'default' }), may(2, 'CREATE_FEATURE', shop)], [true, false]);
    deepEqual([may(3, 'CREATE_PROJECT'), may(3, 'CREATE_FEATURE', { project: 'default' })], [false, false]);
    equal(replica.allows(anonymous, ['CREATE_FEATURE'], { project: 'default' }), false);
  });

  it('require any one of the permissions that a route names', async () => {
    const replica = await replicaOf();
    equal(replica.allows(user(2), ['READ_ROLE', 'CREATE_PROJECT']), true);
    equal(replica.allows(user(2), []), false);
    equal(replica.allows(user(1), []), true);
  });

  it('are limited to the project of a grant', async () => {
    const replica = await replicaOf({ grants: [grant({ user: 7 })] });
    equal(replica.allows(user(3), ['CREATE_FEATURE'], shop), true);
    equal(replica.allows(user(3), ['CREATE_FEATURE'], { project: 'other' }), false);
    equal(replica.allows(user(3), ['CREATE_FEATURE']), false);
    equal(replica.allows(user(3, { id: 8 }), ['CREATE_FEATURE'], shop), false);
    equal(replica.allows(user(3), ['DELETE_PROJECT'], shop), false);
  });

  it('are limited to the environment of a right', async () => {
    const replica = await replicaOf({ grants: [grant({ user: 7, role: 10 })] });
    const may = (where: object) => replica.allows(user(3), ['UPDATE_FEATURE_ENVIRONMENT'], where);
    deepEqual([may(production), may({ ...production, environment: 'development' }), may(shop)], [true, false, false]);
    equal(may({ project: 'other', environment: 'production' }), false);
  });

  it('never extend to the instance through a grant in one project', async () => {
    const everyRole = [10, 11, roleIds.admin, roleIds.editor].map((role) => grant({ user: 7, role }));
    const replica = await replicaOf({ grants: everyRole });
    equal(replica.allows(user(3), ['CREATE_TAG_TYPE']), false);
    equal(replica.allows(user(3), ['CREATE_PROJECT']), false);
    equal(replica.allows(user(3), ['CREATE_FEATURE'], { project: 'other' }), false);
    equal(replica.allows(user(11), ['CREATE_TAG_TYPE']), true);
    equal(replica.allows(user(11), ['UPDATE_FEATURE'], { project: 'anything' }), true);
  });

  it('held in one scope count as held somewhere', async () => {
    const [admin, production, viewer] = [user(roleIds.admin), user(roleIds.viewer), user(roleIds.viewer, { id: 8 })];
    const replica = await replicaOf({ grants: [grant({ user: 7, role: 10, project: 'shop' })] });
    const required = ['UPDATE_FEATURE_ENVIRONMENT'];
    deepEqual(
      [admin, production, viewer, system].map((somebody) => replica.allowsSomewhere(somebody, required)),
      [true, true, false, true],
    );
  });

  it('come from groups as well as from users', async () => {
    const replica = await replicaOf({
      grants: [grant({ group: 4 }), grant({ group: 5, role: 11, project: null })],
    });
    equal(replica.allows(user(3, { groups: [4] }), ['CREATE_FEATURE'], shop), true);
    equal(replica.allows(user(3, { groups: [9] }), ['CREATE_FEATURE'], shop), false);
    equal(replica.allows(user(3, { groups: [5] }), ['CREATE_TAG_TYPE']), true);
    equal(replica.allows(anonymous, ['CREATE_FEATURE'], shop), false);
  });

  it('cover everything for an admin token, and no administration for other tokens', async () => {
    const replica = await replicaOf();
    const token = (tokenType: 'admin' | 'client' | 'frontend'): Principal => ({ ...user(null), kind: 'api-token', id: null, tokenType });
    equal(replica.allows(token('admin'), ['ADMIN']), true);
    deepEqual([replica.allows(token('client'), ['CLIENT']), replica.allows(token('client'), ['FRONTEND', 'ADMIN'])], [true, false]);
    deepEqual([replica.allows(token('frontend'), ['FRONTEND']), replica.allows(token('frontend'), ['CLIENT'])], [true, false]);
  });

  it('are listed per user with their project and environment', async () => {
    const replica = await replicaOf({ grants: [grant({ user: 7, role: 10 })] });
    deepEqual(replica.rightsOf(user(3)), [{ permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production', project: 'shop' }]);
    deepEqual(replica.rightsOf(anonymous), []);
  });
});

describe('visibility in the access replica', () => {
  const projects = [
    { id: 'den', mode: 'private' },
    { id: 'shop', mode: 'open' },
    { id: 'lab', mode: 'protected' },
  ];

  it('limits a private project to users with a role in it, and to root roles above Viewer', async () => {
    const replica = await replicaOf({ projects, grants: [grant({ user: 8, project: 'den' }), grant({ group: 4, project: 'den' })] });
    equal(replica.sees(user(3), 'den'), false);
    equal(replica.sees(user(3, { id: 8 }), 'den'), true);
    equal(replica.sees(user(3, { groups: [4] }), 'den'), true);
    deepEqual([replica.sees(user(2), 'den'), replica.sees(user(1), 'den'), replica.sees(system, 'den')], [true, true, true]);
    equal(replica.sees(anonymous, 'den'), false);
    deepEqual(
      [user(3), user(3, { id: 8 }), system, anonymous].map((who) => replica.visibleTo(who)),
      [['shop', 'lab'], ['shop', 'lab', 'den'], 'all', ['shop', 'lab']],
    );
  });

  it('includes every known project that is not private', async () => {
    const replica = await replicaOf({ projects });
    for (const project of ['shop', 'lab']) equal(replica.sees(user(3), project), true);
  });

  it('limits an unknown project to users with an explicit grant or root role', async () => {
    const replica = await replicaOf({ grants: [grant({ user: 8, project: 'unheard-of' })] });
    equal(replica.sees(user(3), 'unheard-of'), false);
    equal(replica.sees(anonymous, 'unheard-of'), false);
    deepEqual(
      [user(3, { id: 8 }), user(2), user(1), system].map((who) => replica.sees(who, 'unheard-of')),
      [true, true, true, true],
    );
    deepEqual(replica.visibleTo(user(3)), []);
    deepEqual(replica.visibleTo(user(3, { id: 8 })), ['unheard-of']);
  });
});

describe('the members of a project', () => {
  it('are the users with a role in it, directly or through a group, since the earliest grant, without root roles', async () => {
    const replica = await replicaOf({
      groups: [
        { id: 4, users: [8, 10] },
        { id: 5, users: [11] },
      ],
      grants: [
        grant({ user: 7, since: '2026-03-02T00:00:00.000Z' }),
        grant({ user: 7, role: roleIds.owner, since: '2026-03-01T00:00:00.000Z' }),
        grant({ user: 8, since: '2026-03-03T00:00:00.000Z' }),
        grant({ user: 9, project: 'lab' }),
        grant({ user: 9, project: null }),
        grant({ group: 4, since: '2026-03-02T00:00:00.000Z' }),
        grant({ group: 5, project: null }),
        grant({ group: 6 }),
      ],
    });
    deepEqual(
      [...replica.members('shop')].map(([user, since]) => [user, since.toISOString()]),
      [
        [7, '2026-03-01T00:00:00.000Z'],
        [8, '2026-03-02T00:00:00.000Z'],
        [10, '2026-03-02T00:00:00.000Z'],
      ],
    );
    equal(replica.members('unheard-of').size, 0);
    deepEqual(
      [10, 11, 7].map((user) => replica.groupsOf(user)),
      [[4], [5], []],
    );
  });
});

describe('the names in the access state', () => {
  it('are those of roles, and of groups with a name', async () => {
    const replica = await replicaOf({
      groups: [
        { id: 4, name: 'ops', users: [8] },
        { id: 5, users: [11] },
      ],
    });
    deepEqual([...replica.namesOf('groups')], [[4, 'ops']]);
    equal(replica.namesOf('roles').get(10), 'Production');
  });
});

describe('the roles in a project', () => {
  it('include those of the principal and of its groups, by name; owners are users', async () => {
    const replica = await replicaOf({
      grants: [
        grant({ user: 7 }),
        grant({ user: 7, role: roleIds.owner, userName: 'ann@example.com' }),
        grant({ user: 8, role: roleIds.owner }),
        grant({ user: 8, role: roleIds.owner, since: '2026-03-02T12:00:00.000Z' }),
        grant({ group: 4, role: 10 }),
        grant({ group: 4, role: roleIds.owner }),
        grant({ user: 7, role: roleIds.owner, project: 'lab' }),
        grant({ user: 9, role: 11, project: null }),
      ],
    });
    const namesOf = (who: Principal, project = 'shop') => replica.rolesIn(who, project).map(({ name, type }) => [name, type]);
    deepEqual(namesOf(user(roleIds.viewer)).length, 2);
    deepEqual(namesOf(user(roleIds.viewer, { id: 12, groups: [4] })).at(-1), ['Production', 'custom']);
    deepEqual([namesOf(user(roleIds.admin, { id: 9 })), namesOf(anonymous), namesOf(user(3), 'unheard-of')], [[], [], []]);
    const numberOnly = (id: number) => ({ id, name: `User ${id}` });
    deepEqual(replica.owners('shop'), [{ id: 7, name: 'ann@example.com' }, numberOnly(8)]);
    deepEqual([replica.owners('lab'), replica.owners('unheard-of')], [[numberOnly(7)], []]);
  });
});

describe('the access replica', () => {
  it('never replaces a newer state by an older one', async () => {
    const answers = [state({ version: 5, maintenance: true }), state({ version: 4 })];
    const replica = new AccessReplica({ fetch: async () => answers.shift() as AccessState, warn: () => undefined });
    await replica.follower.refresh();
    await rejects(replica.follower.refresh(), /older than 5/);
    deepEqual([replica.version, replica.maintenance], [5, true]);
  });

  it('advances without a fetch for a change that leaves the state unchanged, and releases waiting requests', async () => {
    let fetches = 0;
    const replica = new AccessReplica({ fetch: async () => state({ version: (fetches += 1), maintenance: true }), warn: () => undefined });
    await replica.follower.refresh();
    const reached = replica.reach({ access: 2 });
    replica.follower.take({ version: 2, previous: 1, users: [7], credentials: [], changesState: false });
    equal(await reached, true);
    deepEqual([replica.version, replica.maintenance, fetches], [2, true, 1]);
  });

  it('fetches for a change of the state, for an unmarked change, and for a gap', async () => {
    const empty = { users: [], credentials: [] };
    for (const change of [
      { ...empty, version: 2, previous: 1, changesState: true },
      { ...empty, version: 2, previous: 1 },
      { ...empty, version: 2 },
      { ...empty, version: 3, previous: 2, changesState: false },
    ]) {
      let isFetched = false;
      const replica = new AccessReplica({
        fetch: async () => state({ version: isFetched ? change.version : 1, maintenance: isFetched }),
        warn: () => undefined,
      });
      await replica.follower.refresh();
      isFetched = true;
      replica.follower.take(change);
      await replica.follower.reach(change.version);
      deepEqual([replica.version, replica.maintenance], [change.version, true]);
    }
  });

  it('fetches the required version if no change arrives', async () => {
    let version = 0;
    const replica = new AccessReplica({ fetch: async () => state({ version: (version += 1) }), warn: () => undefined });
    await replica.follower.refresh();
    equal(await replica.reach({ access: 2 }), true);
    equal(version, 2);
  });

  it('swaps keys together with the state, and drops removed keys', async () => {
    const jwk = async (kid: string) => ({ ...(await exportJWK(generateKeyPairSync('ed25519').publicKey)), kid });
    const answers = [state({ keys: [await jwk('a')] }), state({ version: 2, keys: [await jwk('b')] })];
    const replica = new AccessReplica({ fetch: async () => answers.shift() as AccessState, warn: () => undefined });
    await replica.follower.refresh();
    ok(replica.key('a'));
    await replica.follower.refresh();
    deepEqual([replica.key('a'), typeof replica.key('b')], [undefined, 'object']);
  });

  it('retries while identity is down, and warns once', async () => {
    let failures = 3;
    const warnings: string[] = [];
    const fetch = async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('away');
      return state({ version: 8 });
    };
    const replica = new AccessReplica({ fetch, warn: (message) => warnings.push(message) });
    await replica.follower.reach(8);
    equal(replica.version, 8);
    equal(warnings.length, 1);
  });

  it('fetches until it has the required version, once for all waiting requests', async () => {
    let version = 0;
    const replica = new AccessReplica({ fetch: async () => state({ version: (version += 1) }), warn: () => undefined });
    await Promise.all([replica.follower.reach(2), replica.follower.reach(3), replica.follower.reach(1)]);
    deepEqual([replica.version, version], [3, 3]);
    await replica.follower.reach(2);
    equal(version, 3);
  });

  it('catches up once and accepts that nothing is newer', async () => {
    let fetches = 0;
    let isAway = true;
    const fetch = async () => {
      fetches += 1;
      if (isAway) throw new Error('away');
      return state();
    };
    const replica = new AccessReplica({ fetch, warn: () => undefined });
    const caughtUp = replica.follower.refetch();
    await eventually(() => fetches >= 2);
    isAway = false;
    await caughtUp;
    const after = fetches;
    await replica.follower.refetch();
    equal(fetches, after + 1);
    await replica.follower.reach(1);
    equal(fetches, after + 1);
  });

  it('goes back after identity was restored from a backup', async () => {
    let current = state({ version: 9, maintenance: true });
    const replica = new AccessReplica({ fetch: async () => current, warn: () => undefined });
    await replica.follower.reach(9);
    current = state({ version: 4 });
    for (let beat = 0; beat < 3; beat += 1) replica.follower.heartbeat(4);
    await replica.follower.refetch();
    deepEqual([replica.version, replica.maintenance], [4, false]);
    replica.follower.close();
  });

  it('stops when it closes', async () => {
    const fetch = () => Promise.reject(new Error('away'));
    const replica = new AccessReplica({ fetch, warn: () => undefined });
    const reached = replica.follower.reach(1);
    replica.follower.close();
    await reached;
    equal(replica.version, -1);
  });
});
