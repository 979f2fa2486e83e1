import { ResultTemplates } from '@signalbox/engine/playground';

/** Limit of template characters in memory: 5,000 features in one environment have 9 million. */
const maxCharacters = 32_000_000;

/** Caches response templates while they are in use. */
export class Templates {
  #templates = new ResultTemplates(maxCharacters);
  #isRequired = false;

  get current(): ResultTemplates {
    this.#isRequired = true;
    return this.#templates;
  }

  /** Drops the templates if nobody has used them since the last call, or if the cache is full, because some may be obsolete. */
  dropIdle(): void {
    if (!this.#isRequired || this.#templates.isFull) this.#templates = new ResultTemplates(maxCharacters);
    this.#isRequired = false;
  }
}
