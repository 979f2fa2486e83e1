import { pause } from '@signalbox/timing';

/** Given as the reason, because an error would be made, with its stack, for each that rings without. */
const rung = Symbol('rung');

/** Wakes one that waits. What rings while nobody waits is heard by the next wait. */
export class Alarm {
  #ring = new AbortController();

  ring(): void {
    this.#ring.abort(rung);
  }

  /** Resolves when it rings, after `ms`, or when `stop` is raised. */
  async wait(ms: number, stop: AbortSignal): Promise<void> {
    await pause(ms, AbortSignal.any([this.#ring.signal, stop]));
    this.#ring = new AbortController();
  }
}
