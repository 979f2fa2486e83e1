import { yieldToOthers } from '@signalbox/kit';
import type { Document } from './document.schema.ts';
import { locatedStrategies } from './located-strategies.ts';

/** Documents and strategies that take a few milliseconds. */
const stepsAtOnce = 100;

/** Lets other work run while many documents are planned. */
export class Pace {
  #steps = 0;

  /** Yields to other work once enough documents are done. */
  async done(document: Document): Promise<void> {
    this.#steps += 1 + countStrategies(document);
    if (this.#steps < stepsAtOnce) return;
    this.#steps = 0;
    await yieldToOthers();
  }
}

const countStrategies = (document: Document): number =>
  document.kind === 'Feature'
    ? Object.values(document.spec.environments ?? {}).reduce((sum, settings) => sum + locatedStrategies(settings).length, 0)
    : 0;
