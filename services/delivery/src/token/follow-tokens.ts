import { type AccessChanged, fetchTokens, stateKeys, TokenList, validator } from '@signalbox/contracts';
import { Follower, followVersioned } from '@signalbox/follow';
import type { OpenParts } from '@signalbox/kit';
import { SavedSnapshot } from '../saved/saved-snapshot.ts';
import { SaveOften } from '../saved/save-often.ts';
import { TokenBook } from './token-book.ts';

const isTokenList = validator(TokenList);

/** The token list, kept current. */
export interface FollowedTokens {
  readonly book: TokenBook;
  /** Resolves when the list is at least as new as identity's at the time of the call. Rejects if identity does not respond. */
  fetch(): Promise<void>;
  /** True if the list may be outdated. */
  stale(): boolean;
  /** Time since the list was last confirmed to be current. */
  ageMs(): number;
  /** Calls the listener for each later version. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
}

/**
 * Starts from the saved list, if any, then fetches the list from identity and applies changes; fetches again after a gap. `saveState` saves
 * the features: a token is saved after them, so that a process never starts with a token but without its features.
 */
export async function followTokens(parts: OpenParts, saveState: () => Promise<void>): Promise<FollowedTokens> {
  const book = new TokenBook();
  const saved = new SavedSnapshot(parts, 'tokens');
  await saved.restore((text) => book.replace(readTokenList(text)));
  const saving = new SaveOften(parts, async () => {
    const list = JSON.stringify(book.list());
    await saveState();
    await saved.save(list);
  });
  const listeners: (() => void)[] = [];
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const follower = new Follower<TokenList, AccessChanged>({
    current: () => book.version,
    fetch: () => parts.ask(fetchTokens, {}),
    versionOf: ({ version }) => version,
    hold(list) {
      if (list.version !== book.version) saving.changed();
      book.replace(list);
      notify();
    },
    apply({ version, tokens }) {
      if (!tokens) return false;
      if (tokens.changed.length + tokens.removed.length > 0) saving.changed();
      book.apply(version, tokens);
      notify();
      return true;
    },
    failed(error, attempt) {
      if (attempt === 1) parts.warn('could not fetch the tokens: using the last known list', error);
    },
  });
  await followVersioned(follower, parts.listen, { changes: stateKeys.access, heartbeats: stateKeys.accessHeartbeat });
  return {
    book,
    fetch: () => follower.refresh(),
    stale: () => follower.stale,
    ageMs: () => follower.ageMs,
    onChange: (listener) => void listeners.push(listener),
    async close() {
      follower.close();
      await saving.flush();
    },
  };
}

function readTokenList(text: string): TokenList {
  const list: unknown = JSON.parse(text);
  if (!isTokenList(list)) throw new Error('The saved tokens do not match the schema.');
  return list;
}
