import {
  agentPermissions,
  type AccessChanged,
  type AccessMark,
  type AccessState,
  type Grant,
  type LogInWays,
  type Principal,
  type Right,
  roleIds,
  rootPermissions,
} from '@signalbox/contracts';
import { Follower } from '@signalbox/follow';
import type { AccessScope, RoleInProject, ServiceAccess } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { importJWK, type JWK } from 'jose';

type Key = Awaited<ReturnType<typeof importJWK>>;

/** Maximum wait of a request for the access state that it requires, and of a response for its own change. */
const defaultWaitMs = 1000;
const fetchAfterMs = 100;

/** Source of the complete access state. */
export interface AccessSource {
  fetch(): Promise<AccessState>;
  warn(message: string, detail?: unknown): void;
  /** Clock in milliseconds, to measure the age of the state. */
  readonly now?: () => number;
  /** Maximum wait of `reach` (a second). */
  readonly waitMs?: number;
}

interface Fetched {
  readonly state: AccessState;
  readonly keys: ReadonlyMap<string, Key>;
}

/**
 * Access state in memory, which decides permissions and visibility. It fetches the complete state whenever its copy is known to be
 * outdated. Before the first fetch it allows nothing.
 */
export class AccessReplica implements ServiceAccess {
  /** Decides when to fetch, and reports whether the state may be behind. */
  readonly follower: Follower<Fetched, AccessChanged>;
  #state: AccessState | null = null;
  #keys: ReadonlyMap<string, Key> = new Map();
  #lookup = lookupOf({ roles: [], projects: [], grants: [] });
  readonly #listeners: (() => void)[] = [];
  readonly #waiting = new Set<() => void>();

  readonly #warn: AccessSource['warn'];
  readonly #waitMs: number;

  constructor(source: AccessSource) {
    this.#waitMs = source.waitMs ?? defaultWaitMs;
    this.#warn = (message, detail) => source.warn(message, detail);
    this.follower = new Follower({
      current: () => this.version,
      fetch: async () => withKeys(await source.fetch()),
      versionOf: ({ state }) => state.version,
      hold: (fetched) => this.#hold(fetched),
      apply: (change) => change.changesState === false && this.#moveOn(change),
      failed(error, attempt) {
        if (attempt === 1) source.warn('could not fetch the access state: using the last known state', error);
      },
      ...(source.now && { now: source.now }),
      retryMs: 50,
      maxRetryMs: 2000,
    });
  }

  /** Version of the state, -1 before the first fetch. */
  get version(): number {
    return this.#state?.version ?? -1;
  }

  get maintenance(): boolean {
    return this.#state?.maintenance ?? false;
  }

  get frontendOrigins(): readonly string[] | undefined {
    return this.#state?.frontendOrigins;
  }

  get logIn(): LogInWays | undefined {
    return this.#state?.logIn;
  }

  key(id: string): Key | undefined {
    return this.#keys.get(id);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Returns true if the state has reached the mark. */
  holds(mark: AccessMark): boolean {
    return Object.entries(mark).every(([of, number]) => (of === 'access' ? this.version : (this.#state?.heard[of] ?? 0)) >= number);
  }

  /**
   * Waits up to `waitMs` until the state has reached the mark, and returns whether it has. A change is usually on its way and makes a
   * fetch unnecessary, so the fetch starts a little later.
   */
  async reach(mark: AccessMark): Promise<boolean> {
    if (this.holds(mark)) return true;
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => this.holds(mark) && resolve();
    const timers = [setTimeout(() => void this.follower.reach(mark['access'] ?? 0), fetchAfterMs), setTimeout(resolve, this.#waitMs)];
    this.#waiting.add(look);
    await promise;
    this.#waiting.delete(look);
    for (const timer of timers) clearTimeout(timer);
    return this.holds(mark);
  }

  allows(principal: Principal, permissions: readonly string[], where: AccessScope = {}): boolean {
    if (principal.kind === 'system') return true;
    if (principal.kind === 'api-token') return tokenAllows(principal, permissions);
    return this.rightsOf(principal).some((right) => counts(right, permissions, where));
  }

  /** Returns true if the principal holds any of `permissions` in some scope. A caller for whom this is false is refused in every scope. */
  allowsSomewhere(principal: Principal, permissions: readonly string[]): boolean {
    if (this.allows(principal, permissions)) return true;
    return this.rightsOf(principal).some(({ permission }) => permission === 'ADMIN' || permissions.includes(permission));
  }

  sees(principal: Principal, project: string): boolean {
    const mode = this.#lookup.modes.get(project);
    if ((mode !== undefined && mode !== 'private') || this.#seesEverything(principal)) return true;
    return this.#grants(principal).some((grant) => grant.project === project);
  }

  visibleTo(principal: Principal): readonly string[] | 'all' {
    if (this.#seesEverything(principal)) return 'all';
    const granted = this.#grants(principal).flatMap(({ project }) => project ?? []);
    return [...new Set([...this.#lookup.open, ...granted])];
  }

  rightsOf(principal: Principal): Right[] {
    if (principal.tokenType === 'admin') return [{ permission: 'ADMIN' }];
    const rights = this.#rights(principal);
    return principal.via ? rights.flatMap(forAgents) : rights;
  }

  members(project: string): ReadonlyMap<number, Date> {
    return this.#lookup.members.get(project) ?? new Map();
  }

  groupsOf(user: number): readonly number[] {
    return (this.#state?.groups ?? []).flatMap(({ id, users }) => (users.includes(user) ? id : []));
  }

  namesOf(kind: 'roles' | 'groups'): ReadonlyMap<number, string> {
    return new Map((this.#state?.[kind] ?? []).flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]])));
  }

  owners(project: string): { id: number; name: string }[] {
    const own = (this.#state?.grants ?? []).filter((grant) => grant.project === project && grant.role === roleIds.owner);
    const names = new Map(own.flatMap(({ user, userName }) => (user === null ? [] : [[user, userName ?? `User ${user}`]])));
    return [...names].map(([id, name]) => ({ id, name }));
  }

  rolesIn(principal: Principal, project: string): RoleInProject[] {
    const own = new Set(this.#grants(principal).flatMap((grant) => (grant.project === project ? [grant.role] : [])));
    return (this.#state?.roles ?? []).filter(({ id }) => own.has(id)).map(({ id, name, type }) => ({ id, name, type }));
  }

  /** True for administrators and editors, by root role or through a group. Other root roles see as much as viewers. */
  #seesEverything(principal: Principal): boolean {
    if (principal.kind === 'system' || this.allows(withoutAgent(principal), ['ADMIN'])) return true;
    const byGroups = this.#grants(principal).flatMap(({ role, project }) => (project === null ? [role] : []));
    return [principal.rootRole, ...byGroups].includes(roleIds.editor);
  }

  #grants({ id, groups }: Principal): readonly Grant[] {
    if (id === null) return [];
    return [{ user: id, group: null }, ...groups.map((group) => ({ user: null, group }))].flatMap(
      (holder) => this.#lookup.grantsByHolder.get(keyOf(holder)) ?? [],
    );
  }

  #rights(principal: Principal): Right[] {
    const own = principal.rootRole === null ? [] : (this.#lookup.roles.get(principal.rootRole) ?? []);
    const granted = this.#grants(principal).flatMap(({ role, project }) =>
      (this.#lookup.roles.get(role) ?? []).map((right) => (project === null ? right : { ...right, project })),
    );
    return [...own, ...granted];
  }

  /** Replaces keys and state together, so that no principal of this version meets a replica that cannot verify it. */
  #hold({ state, keys }: Fetched): void {
    this.#keys = keys;
    this.#state = state;
    this.#lookup = lookupOf(state);
    this.#notify();
  }

  /** Advances to a version with the same state. */
  #moveOn({ version }: AccessChanged): boolean {
    if (!this.#state) return false;
    this.#state = { ...this.#state, version };
    this.#notify();
    return true;
  }

  #notify(): void {
    for (const listener of [...this.#waiting, ...this.#listeners]) {
      try {
        listener();
      } catch (error) {
        this.#warn('a reaction to new access state failed', error);
      }
    }
  }
}

type Granted = Pick<AccessState, 'roles' | 'projects' | 'grants' | 'groups'>;

/** Parts of the state by the keys that decisions use. `open`: projects that all users can see. */
const lookupOf = (state: Granted) => ({
  roles: new Map(state.roles.map((role) => [role.id, role.rights as Right[]])),
  modes: new Map(state.projects.map(({ id, mode }) => [id, mode])),
  open: state.projects.flatMap(({ id, mode }) => (mode === 'private' ? [] : [id])),
  grantsByHolder: Map.groupBy(state.grants, keyOf),
  members: membersOf(state),
});

const keyOf = ({ user, group }: Pick<Grant, 'user' | 'group'>): string => compositeKey(user, group);

function membersOf({ grants, groups = [] }: Granted): Map<string, Map<number, Date>> {
  const members = new Map<string, Map<number, Date>>();
  const usersOf = new Map(groups.map(({ id, users }) => [id, users]));
  for (const { user, group, project, since } of grants) {
    if (project === null) continue;
    const known = members.get(project) ?? new Map<number, Date>();
    const at = new Date(since);
    for (const id of user === null ? (usersOf.get(group ?? 0) ?? []) : [user]) known.set(id, earlier(known.get(id), at));
    members.set(project, known);
  }
  return members;
}

const earlier = (one: Date | undefined, other: Date): Date => (one && one < other ? one : other);

async function withKeys(state: AccessState): Promise<Fetched> {
  const imported = state.keys.map(async (jwk: JWK) => [jwk.kid ?? '', await importJWK(jwk, 'EdDSA')] as const);
  return { state, keys: new Map(await Promise.all(imported)) };
}

function tokenAllows(principal: Principal, permissions: readonly string[]): boolean {
  if (principal.tokenType === 'admin') return true;
  return permissions.includes(principal.tokenType === 'client' ? 'CLIENT' : 'FRONTEND');
}

/** The user behind an agent, or the principal itself. An agent sees what its user sees. */
const withoutAgent = ({ via: _via, ...principal }: Principal): Principal => principal;

/** The part of a right that an agent has. An administrator's agent is none. */
const forAgents = (right: Right): Right[] => {
  if (right.permission === 'ADMIN') return agentPermissions.map((permission) => ({ permission }));
  return agentPermissions.some((permission) => permission === right.permission) ? [right] : [];
};

const root = new Set<string>(rootPermissions);

function counts(right: Right, permissions: readonly string[], where: AccessScope): boolean {
  const covers = (granted: string | undefined, requested: string | undefined) =>
    granted === undefined || granted === '*' || granted === requested;
  if (right.permission !== 'ADMIN' && !permissions.includes(right.permission)) return false;
  if (root.has(right.permission) && right.permission !== 'ADMIN') return right.project === undefined || right.project === '*';
  return covers(right.project, where.project) && covers(right.environment, where.environment);
}
