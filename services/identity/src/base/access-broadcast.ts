import { type AccessChanged, stateKeys, type TokenState } from '@signalbox/contracts';
import type { Broadcast, Context } from '@signalbox/kit';

/** What changed of who may come in and do what. */
interface AccessChange {
  readonly users: readonly number[];
  readonly credentials: readonly string[];
  /** API tokens by the hash of their secret; null for those that are gone. */
  readonly tokens?: ReadonlyMap<string, TokenState | null>;
  readonly changesState: boolean;
}

/** Who may do what, as it changes. */
export const accessBroadcast: Broadcast<AccessChange> = {
  revisionOf: 'access',
  key: stateKeys.access,
  heartbeat: stateKeys.accessHeartbeat,
  message: (changes, version): AccessChanged => ({
    ...forgotten(changes, version),
    previous: version - 1,
    tokens: tokensOf(changes),
    changesState: changes.some(({ changesState }) => changesState),
  }),
  resync: forgotten,
};

/** What caches must forget in any case. */
function forgotten(changes: readonly AccessChange[], version: number): AccessChanged {
  const users = new Set(changes.flatMap((change) => change.users));
  const credentials = new Set(changes.flatMap((change) => change.credentials));
  return { version, users: [...users], credentials: [...credentials] };
}

/** Of a token that changed twice, what it is in the end. */
function tokensOf(changes: readonly AccessChange[]): NonNullable<AccessChanged['tokens']> {
  const last = new Map(changes.flatMap(({ tokens = [] }) => [...tokens]));
  const changed = [...last.values()].filter((token) => token !== null);
  return { changed, removed: [...last].flatMap(([hash, token]) => (token ? [] : [hash])) };
}

/** The access state says something else: replicas fetch it anew, and caches forget these users. */
export function publishAccess(context: Context, users: readonly number[]): void {
  context.publishState(accessBroadcast, { users, credentials: [], changesState: true });
}

/**
 * Caches forget these users and credentials: who they are has changed, or whether they count. For what the access state says nothing of:
 * no role, grant, group, project or key.
 */
export function publishCallers(context: Context, users: readonly number[], credentials: readonly string[] = []): void {
  context.publishState(accessBroadcast, { users, credentials, changesState: false });
}

/** Whoever checks API tokens knows these as they are: null for those that are gone. */
export function publishTokens(context: Context, tokens: ReadonlyMap<string, TokenState | null>): void {
  context.publishState(accessBroadcast, { users: [], credentials: [...tokens.keys()], tokens, changesState: false });
}
