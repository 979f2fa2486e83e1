import { Failure } from '@signalbox/contracts';
import type { Replica } from '@signalbox/replica';
import { type Exchange, headerOf } from '../exchange/exchange.ts';

const longestWaitMs = 5000;

interface Waiting {
  readonly revision: number;
  readonly end: (failure?: Failure) => void;
}

/** Readers that want to see what they, or somebody they know, have just written. */
export class Revisions {
  readonly #replica: Pick<Replica, 'ready' | 'view' | 'stale'>;
  readonly #longestWaitMs: number;
  readonly #waiting = new Set<Waiting>();

  constructor(replica: Pick<Replica, 'ready' | 'view' | 'stale'>, waitMs: number = longestWaitMs) {
    this.#replica = replica;
    this.#longestWaitMs = waitMs;
  }

  /**
   * Waits until the features may be shown to whoever asks: there are some, and they are at least of `If-Min-Revision`.
   * Answers undefined when there is nothing to wait for. Fails with 503 without features, with 425 after a while.
   */
  reach(exchange: Exchange): Promise<void> | undefined {
    if (!this.#replica.ready) throw notReady;
    if (this.#replica.stale) exchange.response.setHeader('x-signalbox-stale', 'true');
    const asked = headerOf(exchange, 'if-min-revision');
    if (asked === undefined) return undefined;
    const revision = readRevision(asked);
    return revision <= this.#replica.view.revision ? undefined : this.#wait(revision, exchange);
  }

  /** Lets go of those who have waited long enough for what is shown. */
  advance(): void {
    const { revision } = this.#replica.view;
    for (const waiting of this.#waiting) if (waiting.revision <= revision) waiting.end();
  }

  /** Lets go of everybody. */
  close(): void {
    for (const waiting of this.#waiting) waiting.end(tooEarly(waiting.revision));
  }

  #wait(revision: number, { response }: Exchange): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => waiting.end(tooEarly(revision));
      const timer = setTimeout(leave, this.#longestWaitMs);
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

const tooEarly = (revision: number) =>
  new Failure('TooEarlyError', `Revision ${revision} has not arrived here yet. Try again shortly.`, { retryAfterSeconds: 1 });

/** As `X-Revision` says it, in quotes or without. */
function readRevision(text: string): number {
  const [, digits] = /^\s*"?(\d{1,15})"?\s*$/.exec(text) ?? [];
  if (digits !== undefined) return Number(digits);
  const message = `The header If-Min-Revision must be a revision as X-Revision says it; it was ${text.slice(0, 50)}.`;
  throw new Failure('BadRequestError', message, { details: [{ path: 'If-Min-Revision', message, description: message }] });
}
