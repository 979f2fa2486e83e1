import { Failure } from '@signalbox/contracts';

/** Limits concurrent expensive work on the log, so that the process stays responsive. */
export class Semaphore {
  readonly #max: number;
  readonly #refusal: string;
  #taken = 0;

  /** `refusal`: a sentence for callers beyond the limit. */
  constructor(max: number, refusal: string) {
    this.#max = max;
    this.#refusal = refusal;
  }

  /** Throws 503 if the limit is reached. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#take();
    try {
      return await work();
    } finally {
      this.#taken -= 1;
    }
  }

  /** Like `run`, for a stream: counts until the reader finishes or disconnects. */
  async *stream<T>(chunks: () => AsyncIterable<T>): AsyncGenerator<T> {
    this.#take();
    try {
      yield* chunks();
    } finally {
      this.#taken -= 1;
    }
  }

  #take(): void {
    if (this.#taken >= this.#max) throw new Failure('UnavailableError', `${this.#refusal} Try again shortly.`, { retryAfterSeconds: 1 });
    this.#taken += 1;
  }
}
