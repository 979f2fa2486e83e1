import { Failure } from '@signalbox/contracts';

/** Looks through the log, as many at once as a process can do beside everything else. */
export class Searches {
  readonly #max: number;
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Throws 503 while too many run already. */
  async run<T>(search: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#max) throw tooMany();
    this.#running += 1;
    try {
      return await search();
    } finally {
      this.#running -= 1;
    }
  }
}

const tooMany = () =>
  new Failure('UnavailableError', 'Too many searches look through the events at once. Try again shortly.', { retryAfterSeconds: 1 });
