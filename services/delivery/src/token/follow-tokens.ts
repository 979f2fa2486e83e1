import { type AccessChanged, fetchTokens, stateKeys, TokenList, validator } from '@signalbox/contracts';
import { Follower, followVersioned } from '@signalbox/follow';
import type { OpenParts } from '@signalbox/kit';
import { SavedSnapshot } from '../saved/saved-snapshot.ts';
import { SaveOften } from '../saved/save-often.ts';
import { TokenBook } from './token-book.ts';

const isTokenList = validator(TokenList);

/** The token list, followed. */
export interface FollowedTokens {
  readonly book: TokenBook;
  /** Resolves when what is held is no older than what identity has at this moment. Rejects where it does not answer. */
  fetch(): Promise<void>;
  /** Whether the list may be behind. */
  stale(): boolean;
  /** For how long nothing has said that the list is the latest. */
  ageMs(): number;
  /** Tells of each version from here on. */
  onChange(hear: () => void): void;
  close(): Promise<void>;
}

/** Begins with the saved list, if there is one, then the one that identity has, and applies what changes; with a gap it fetches anew. */
export async function followTokens(parts: OpenParts): Promise<FollowedTokens> {
  const book = new TokenBook();
  const saved = new SavedSnapshot(parts, 'tokens');
  await saved.restore((text) => book.hold(readTokenList(text)));
  const saving = new SaveOften(parts, () => saved.save(JSON.stringify(book.list())));
  const hearers: (() => void)[] = [];
  const tell = () => {
    for (const hear of hearers) hear();
  };
  const follower = new Follower<TokenList, AccessChanged>({
    current: () => book.version,
    fetch: () => parts.ask(fetchTokens, {}),
    versionOf: ({ version }) => version,
    hold(list) {
      if (list.version !== book.version) saving.changed();
      book.hold(list);
      tell();
    },
    apply({ version, tokens }) {
      if (!tokens) return false;
      if (tokens.changed.length + tokens.removed.length > 0) saving.changed();
      book.apply(version, tokens);
      tell();
      return true;
    },
    failed(error, attempt) {
      if (attempt === 1) parts.warn('could not fetch the tokens: checking against the last list', error);
    },
  });
  await followVersioned(follower, parts.listen, { changes: stateKeys.access, heartbeats: stateKeys.accessHeartbeat });
  return {
    book,
    fetch: () => follower.refresh(),
    stale: () => follower.stale,
    ageMs: () => follower.ageMs,
    onChange: (hear) => void hearers.push(hear),
    async close() {
      follower.close();
      await saving.flush();
    },
  };
}

function readTokenList(text: string): TokenList {
  const list: unknown = JSON.parse(text);
  if (!isTokenList(list)) throw new Error('The saved tokens have another shape.');
  return list;
}
