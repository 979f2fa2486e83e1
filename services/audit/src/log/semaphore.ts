import { Failure } from '@signalbox/contracts';

/** Work on the log that costs much: as much of it at once as a process can do beside everything else. */
export class Semaphore {
  readonly #max: number;
  readonly #refusal: string;
  #taken = 0;

  /** `refusal`: a sentence for those who find no place. */
  constructor(max: number, refusal: string) {
    this.#max = max;
    this.#refusal = refusal;
  }

  /** Throws 503 while all places are taken. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#take();
    try {
      return await work();
    } finally {
      this.#taken -= 1;
    }
  }

  /** The same for what comes by and by: the place is taken until its reader has come to the end, or has gone away. */
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
