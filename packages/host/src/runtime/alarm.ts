import { pause } from '@signalbox/timing';

/** Wakes one that waits. What rings while nobody waits is heard by the next wait. */
export class Alarm {
  #ring = new AbortController();

  ring(): void {
    this.#ring.abort();
  }

  /** Resolves when it rings, after `ms`, or when `stop` is raised. */
  async wait(ms: number, stop: AbortSignal): Promise<void> {
    await pause(ms, AbortSignal.any([this.#ring.signal, stop]));
    this.#ring = new AbortController();
  }
}
