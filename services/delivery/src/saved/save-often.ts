import type { OpenParts } from '@signalbox/kit';

const everyMs = 3000;

/** Saves a few seconds after a change, however many there were, and what is left in the end. */
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

  /** What there is was just read from where it is saved: saving it again would make it look newer than it is. */
  unchanged(): void {
    this.#changed = false;
  }

  /** Saves if something changed since the last time. What fails stays to be saved. */
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
