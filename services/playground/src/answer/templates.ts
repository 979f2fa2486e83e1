import { ResultTemplates } from '@signalbox/engine/playground';

/** The most text of templates that is in memory: 5,000 features of one environment have 9 million characters. */
const maxCharacters = 32_000_000;

/** The templates of answers, for as long as somebody asks. */
export class Templates {
  #templates = new ResultTemplates(maxCharacters);
  #isRequired = false;

  get current(): ResultTemplates {
    this.#isRequired = true;
    return this.#templates;
  }

  /** Lets go of them if nobody has asked since the last time, or if some did not find room: others may have gone meanwhile. */
  dropIdle(): void {
    if (!this.#isRequired || this.#templates.isFull) this.#templates = new ResultTemplates(maxCharacters);
    this.#isRequired = false;
  }
}
