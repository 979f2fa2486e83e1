import type { OpenParts } from '@signalbox/kit';

/** Saving 5,000 features takes a tenth of a second of CPU time. */
const everyMs = 10_000;

/** Saves at most every ten seconds while there are changes, and on `flush`. */
export class SaveOften {
  readonly #save: () => Promise<void>;
  #changed = false;
  #saving: Promise<void> = Promise.resolve();

  constructor(parts: OpenParts, save: () => Promise<void>) {
    this.#save = save;
    parts.every(everyMs, () => this.flush());
  }

  changed(): void {
    this.#changed = true;
  }

  /** Marks the state as saved. Called after a restore, because saving it again would make it look newer than it is. */
  unchanged(): void {
    this.#changed = false;
  }

  /** Saves changes since the last time. After a failure, they remain to be saved. */
  async flush(): Promise<void> {
    this.#saving = this.#saving.catch(() => undefined).then(() => this.#saveIfChanged());
    return this.#saving;
  }

  async #saveIfChanged(): Promise<void> {
    if (!this.#changed) return;
    this.#changed = false;
    try {
      await this.#save();
    } catch (error) {
      this.#changed = true;
      throw error;
    }
  }
}
