import { pause } from '@signalbox/timing';

/** Passed as the reason, because otherwise each ring would create an error with its stack. */
const rung = Symbol('rung');

/** Wakes a waiting loop. A ring while nothing waits ends the next wait. */
export class Alarm {
  #ring = new AbortController();

  ring(): void {
    this.#ring.abort(rung);
  }

  /** Resolves at a ring, after `ms`, or when `stop` is aborted. Returns true after a ring. */
  async wait(ms: number, stop: AbortSignal): Promise<boolean> {
    const { signal } = this.#ring;
    await pause(ms, AbortSignal.any([signal, stop]));
    this.#ring = new AbortController();
    return signal.aborted;
  }
}
