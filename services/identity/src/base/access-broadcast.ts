import { type AccessChanged, stateKeys, type TokenState } from '@signalbox/contracts';
import type { Broadcast, Context } from '@signalbox/kit';

/** A change of users' rights or credentials. */
interface AccessChange {
  readonly users: readonly number[];
  readonly credentials: readonly string[];
  /** API tokens by the hash of their secret; null for deleted ones. */
  readonly tokens?: ReadonlyMap<string, TokenState | null>;
  readonly changesState: boolean;
  readonly notified?: readonly number[];
}

type Unnumbered = Omit<AccessChanged, 'version' | 'previous'>;

export const accessBroadcast: Broadcast<AccessChange> = {
  revisionOf: 'access',
  key: stateKeys.access,
  heartbeat: stateKeys.accessHeartbeat,
  numberedAs: 'version',
  message: (changes): Unnumbered => ({
    ...forgotten(changes),
    tokens: tokensOf(changes),
    ...notifiedIn(changes),
    changesState: changes.some(({ changesState }) => changesState),
  }),
  resync: forgotten,
};

/** Users and credentials that caches must evict in any case. */
function forgotten(changes: readonly AccessChange[]): Unnumbered {
  const users = new Set(changes.flatMap((change) => change.users));
  const credentials = new Set(changes.flatMap((change) => change.credentials));
  return { users: [...users], credentials: [...credentials] };
}

function notifiedIn(changes: readonly AccessChange[]): Pick<AccessChanged, 'notified'> {
  const notified = [...new Set(changes.flatMap((change) => change.notified ?? []))];
  return notified.length === 0 ? {} : { notified };
}

/** The final state of tokens that changed more than once. */
function tokensOf(changes: readonly AccessChange[]): NonNullable<AccessChanged['tokens']> {
  const last = new Map(changes.flatMap(({ tokens = [] }) => [...tokens]));
  const changed = [...last.values()].filter((token) => token !== null);
  return { changed, removed: [...last].flatMap(([hash, token]) => (token ? [] : [hash])) };
}

/** Publishes a changed access state: replicas fetch it again, and caches evict these users. */
export function publishAccess(context: Context, users: readonly number[]): void {
  context.publishState(accessBroadcast, { users, credentials: [], changesState: true });
}

/**
 * Publishes changes of users and credentials that do not affect the access state (roles, grants, groups, projects, keys): caches evict
 * them.
 */
export function publishCallers(context: Context, users: readonly number[], credentials: readonly string[] = []): void {
  context.publishState(accessBroadcast, { users, credentials, changesState: false });
}

/** Publishes the state of API tokens to the services that check them; null for deleted ones. */
export function publishTokens(context: Context, tokens: ReadonlyMap<string, TokenState | null>): void {
  context.publishState(accessBroadcast, { users: [], credentials: [...tokens.keys()], tokens, changesState: false });
}

/** Publishes that the notifications of users changed, which audit passes to their change streams. */
export function publishNotified(context: Context, notified: readonly number[]): void {
  if (notified.length > 0) context.publishState(accessBroadcast, { users: [], credentials: [], changesState: false, notified });
}
