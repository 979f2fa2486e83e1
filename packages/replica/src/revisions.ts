import { Failure, readRevision, type Revision, writeRevision } from '@signalbox/contracts';
import type { Replica } from './replica.ts';

interface RevisionParts {
  readonly replica: Pick<Replica, 'ready' | 'view'>;
  /** Access version of the process. */
  readonly accessVersion: () => number;
  readonly maxWaitMs: number;
}

/** A waiting reader, such as a response, which reports when it closes. */
interface Reader {
  once(event: 'close', leave: () => void): unknown;
  off(event: 'close', leave: () => void): unknown;
}

interface Waiting {
  readonly revision: Revision;
  readonly end: (failure?: Failure) => void;
}

/** Readers that wait for a recent write. */
export class Revisions {
  readonly #parts: RevisionParts;
  readonly #waiting = new Set<Waiting>();

  constructor(parts: RevisionParts) {
    this.#parts = parts;
  }

  /**
   * Waits until the features have at least the requested revision (header `If-Min-Revision`). Returns undefined if there is nothing to wait
   * for. Throws 503 without features and 400 for an invalid revision; rejects with 425 after a while.
   */
  reach(required: string | undefined, reader?: Reader): Promise<void> | undefined {
    if (!this.#parts.replica.ready) throw notReady();
    if (required === undefined) return undefined;
    const revision = readRevision(required) ?? refuse(required);
    return this.#isHere(revision) ? undefined : this.#wait(revision, reader);
  }

  /** Releases readers whose revision has arrived. Called after each new view and each new version. */
  advance(): void {
    for (const { revision, end } of this.#waiting) if (this.#isHere(revision)) end();
  }

  /** Rejects all waiting readers. */
  close(): void {
    for (const { revision, end } of this.#waiting) end(tooEarly(revision));
  }

  #isHere({ of, number }: Revision): boolean {
    const { replica, accessVersion } = this.#parts;
    return number <= (of === 'features' ? replica.view.revision : accessVersion());
  }

  #wait(revision: Revision, reader: Reader | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => waiting.end(tooEarly(revision));
      const timer = setTimeout(leave, this.#parts.maxWaitMs);
      const waiting: Waiting = {
        revision,
        end: (failure) => {
          clearTimeout(timer);
          reader?.off('close', leave);
          this.#waiting.delete(waiting);
          if (failure) reject(failure);
          else resolve();
        },
      };
      reader?.once('close', leave);
      this.#waiting.add(waiting);
    });
  }
}

const notReady = () => new Failure('UnavailableError', 'Features are not loaded yet. Try again shortly.', { retryAfterSeconds: 2 });

const tooEarly = (revision: Revision) =>
  new Failure('TooEarlyError', `Revision ${writeRevision(revision)} has not arrived here yet. Try again shortly.`, {
    retryAfterSeconds: 1,
  });

function refuse(text: string): never {
  const message = `The header If-Min-Revision must be a revision from X-Revision; got ${text.slice(0, 50)}.`;
  throw new Failure('BadRequestError', message, { path: 'If-Min-Revision' });
}
