import { Failure, readRevision, type Revision, writeRevision } from '@signalbox/contracts';
import type { Replica } from '@signalbox/replica';
import type { FollowedTokens } from '../token/follow-tokens.ts';
import { type Exchange, headerOf } from '../exchange/exchange.ts';

interface Waiting {
  readonly revision: Revision;
  readonly end: (failure?: Failure) => void;
}

interface RevisionParts {
  readonly replica: Pick<Replica, 'ready' | 'view' | 'stale'>;
  readonly tokens: Pick<FollowedTokens, 'book'>;
  readonly longestWaitMs: number;
}

/** Readers that want to see what they, or somebody they know, have just written. */
export class Revisions {
  readonly #parts: RevisionParts;
  readonly #waiting = new Set<Waiting>();

  constructor(parts: RevisionParts) {
    this.#parts = parts;
  }

  /**
   * Waits until the features may be shown to whoever asks: there are some, and they are at least of `If-Min-Revision`.
   * Answers undefined when there is nothing to wait for. Fails with 503 without features, with 425 after a while.
   */
  reach(exchange: Exchange): Promise<void> | undefined {
    const { replica } = this.#parts;
    if (!replica.ready) throw notReady;
    if (replica.stale) exchange.response.setHeader('x-signalbox-stale', 'true');
    const asked = headerOf(exchange, 'if-min-revision');
    if (asked === undefined) return undefined;
    const revision = readRevision(asked) ?? refuse(asked);
    return this.#isHere(revision) ? undefined : this.#wait(revision, exchange);
  }

  /** Lets go of those who have waited long enough for what is here. */
  advance(): void {
    for (const { revision, end } of this.#waiting) if (this.#isHere(revision)) end();
  }

  /** Lets go of everybody. */
  close(): void {
    for (const { revision, end } of this.#waiting) end(tooEarly(revision));
  }

  #isHere({ of, number }: Revision): boolean {
    const { replica, tokens } = this.#parts;
    return number <= (of === 'features' ? replica.view.revision : (tokens.book.list?.version ?? 0));
  }

  #wait(revision: Revision, { response }: Exchange): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => waiting.end(tooEarly(revision));
      const timer = setTimeout(leave, this.#parts.longestWaitMs);
      const waiting: Waiting = {
        revision,
        end: (failure) => {
          clearTimeout(timer);
          response.off('close', leave);
          this.#waiting.delete(waiting);
          if (failure) reject(failure);
          else resolve();
        },
      };
      response.once('close', leave);
      this.#waiting.add(waiting);
    });
  }
}

const notReady = new Failure('UnavailableError', 'The features are not known here yet. Try again shortly.', { retryAfterSeconds: 2 });

const tooEarly = (revision: Revision) =>
  new Failure('TooEarlyError', `Revision ${writeRevision(revision)} has not arrived here yet. Try again shortly.`, {
    retryAfterSeconds: 1,
  });

function refuse(text: string): never {
  const message = `The header If-Min-Revision must be a revision as X-Revision says it; it was ${text.slice(0, 50)}.`;
  throw new Failure('BadRequestError', message, { details: [{ path: 'If-Min-Revision', message, description: message }] });
}
