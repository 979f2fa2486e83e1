import { yieldToOthers } from '@signalbox/kit';
import { hash } from 'node:crypto';
import type { CompiledFeature, Evaluation, Effects } from '@signalbox/engine';
import type { Replica } from '@signalbox/replica';
import { LRUCache } from 'lru-cache';
import type { Place } from '../feature/scope.ts';
import { type FilledContext, fillContext, textOf } from './evaluation-context.ts';
import { type FeatureSet, FeatureSets, keyOf } from './feature-sets.ts';
import type { GivenContext } from './read-context.ts';

/** How an evaluation of all features of a place is written. */
export interface Sheet {
  readonly name: string;
  /** Whether a context without a session gets one for the time of the request. */
  readonly drawsSession: boolean;
  /** One feature as JSON, null to leave it out. */
  readonly write: (feature: CompiledFeature, evaluation: Evaluation) => string | null;
  readonly wrap: (features: string) => string;
}

/** An answer that is ready to be sent. */
export interface Sealed {
  readonly etag: string;
  readonly body: Buffer;
}

interface Kept extends Sealed {
  readonly revision: number;
}

interface EvaluationParts {
  readonly replica: Pick<Replica, 'view'>;
  readonly now: () => Date;
  readonly random: () => number;
  readonly id: () => string;
}

const mostBytes = 32 * 1024 * 1024;
/** How long others may have to wait for their turn, and after how many features the clock is looked at. */
const sliceMs = 10;
const featuresPerLook = 4;

/**
 * Features as one context sees them. The same context is answered again from what was kept, as long as nothing touched
 * its place and the evaluation read neither the clock nor chance.
 */
export class Evaluations {
  readonly #parts: EvaluationParts;
  readonly #sets = new FeatureSets();
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + 200,
  });
  readonly surroundings: Effects;

  constructor(parts: EvaluationParts) {
    this.#parts = parts;
    this.surroundings = { now: parts.now, random: parts.random, hostname: '' };
  }

  set(place: Place): FeatureSet | Promise<FeatureSet> {
    return this.#sets.get(this.#parts.replica.view, place);
  }

  /** All features of the place. */
  async seal(sheet: Sheet, place: Place, given: GivenContext): Promise<Sealed> {
    const key = `${sheet.name}\n${keyOf(place)}\n${textOf(given)}`;
    const revision = this.#parts.replica.view.scopeRevision(place.environment, place.projects);
    const kept = this.#kept.get(key);
    if (kept?.revision === revision) return kept;
    const set = await this.set(place);
    const { text, isStable } = await this.#write(sheet, set, this.contextFor(sheet, place, given));
    const seal = `${hash('sha256', key, 'base64url').slice(0, 16)}:${set.revision}`;
    const body = Buffer.from(text);
    if (!isStable) return { etag: `"${seal}:${hash('sha256', body, 'base64url').slice(0, 16)}"`, body };
    const sealed = { revision: set.revision, etag: `"${seal}"`, body };
    this.#kept.set(key, sealed);
    return sealed;
  }

  contextFor({ drawsSession }: Pick<Sheet, 'drawsSession'>, place: Place, given: GivenContext): FilledContext {
    return fillContext(given, place.environment, drawsSession ? this.#parts.id : null);
  }

  /** For when revisions begin to be counted anew and the same number may mean something else. */
  clear(): void {
    this.#sets.clear();
    this.#kept.clear();
  }

  /** Takes breath by time: a regular expression takes milliseconds for the longest text that a page may send, and may be on every feature. */
  async #write(sheet: Sheet, { features, lookup }: FeatureSet, filled: FilledContext): Promise<{ text: string; isStable: boolean }> {
    let text = '';
    let isStable = true;
    let rested = performance.now();
    for (const [index, feature] of features.entries()) {
      const evaluation = feature.evaluate(filled.context, this.surroundings, lookup);
      if (evaluation.readClock || evaluation.readRandom) isStable = false;
      const written = sheet.write(feature, evaluation);
      if (written !== null) text += text === '' ? written : `,${written}`;
      if (index % featuresPerLook !== featuresPerLook - 1 || performance.now() - rested < sliceMs) continue;
      await yieldToOthers();
      rested = performance.now();
    }
    return { text: sheet.wrap(text), isStable: isStable && !filled.drewSession };
  }
}
