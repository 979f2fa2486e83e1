import { pause } from '@signalbox/kit';
import { fetchTokens, stateKeys, TokenList } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import { Compile } from 'typebox/compile';
import { KeptText } from '../kept/kept-text.ts';
import { SaveOften } from '../kept/save-often.ts';
import { TokenBook } from './token-book.ts';

const firstRetryMs = 100;
const longestRetryMs = 10_000;
const isTokenList = Compile(TokenList);

/** The token list, followed. */
export interface FollowedTokens {
  readonly book: TokenBook;
  /** Whether the list may be behind: not fetched since the start, or the last attempt failed. */
  stale(): boolean;
  /** Tells of each list from here on. */
  onChange(hear: () => void): void;
  close(): Promise<void>;
}

/** Begins with the saved list, if there is one, and fetches anew whenever identity says that something changed. */
export async function followTokens(parts: OpenParts): Promise<FollowedTokens> {
  const book = new TokenBook();
  const kept = new KeptText(parts, 'tokens');
  await kept.restore((text) => book.hold(readTokenList(text)));
  const saving = new SaveOften(parts, () => kept.save(JSON.stringify(book.list)));
  const hearers: (() => void)[] = [];
  const fetching = new Fetching(parts, (list) => {
    if (list.version !== book.list?.version) saving.changed();
    book.hold(list);
    for (const hear of hearers) hear();
  });
  const fetch = () => fetching.begin();
  const version = () => book.list?.version ?? -1;
  await parts.listen(stateKeys.access, (body) => void ((body as { version: number }).version > version() && fetch()), fetch);
  // A heartbeat behind the list means that identity was set back to a backup: only its own list counts then.
  await parts.listen(stateKeys.accessHeartbeat, (body) => void ((body as { revision: number }).revision !== version() && fetch()), fetch);
  fetch();
  return {
    book,
    stale: () => fetching.stale,
    onChange: (hear) => void hearers.push(hear),
    async close() {
      fetching.end();
      await saving.flush();
    },
  };
}

function readTokenList(text: string): TokenList {
  const list: unknown = JSON.parse(text);
  if (!isTokenList.Check(list)) throw new Error('The saved tokens have another shape.');
  return list;
}

/** Fetches one list at a time, and again until it succeeds. A request during a fetch leads to another one after it. */
class Fetching {
  readonly #parts: OpenParts;
  readonly #hold: (list: TokenList) => void;
  readonly #stop = new AbortController();
  #wanted = false;
  #running = false;
  stale = true;

  constructor(parts: OpenParts, hold: (list: TokenList) => void) {
    this.#parts = parts;
    this.#hold = hold;
  }

  begin(): void {
    this.#wanted = true;
    if (!this.#running) void this.#run();
  }

  end(): void {
    this.#stop.abort();
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let failures = 0; this.#wanted && !this.#stop.signal.aborted; ) {
      this.#wanted = false;
      failures = (await this.#fetch()) ? 0 : failures + 1;
      if (failures > 0) await this.#rest(failures);
    }
    this.#running = false;
  }

  async #fetch(): Promise<boolean> {
    try {
      const list = await this.#parts.ask(fetchTokens, {});
      if (!this.#stop.signal.aborted) this.#hold(list);
      this.stale = false;
      return true;
    } catch (error) {
      if (!this.stale) this.#parts.warn('identity does not answer: tokens are checked against the last list', error);
      this.stale = true;
      return false;
    }
  }

  async #rest(failures: number): Promise<void> {
    this.#wanted = true;
    const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1));
    await pause(waitMs, this.#stop.signal);
  }
}
