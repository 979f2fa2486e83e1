import { hash } from 'node:crypto';
import { type Effects, stepsPerTurn } from '@signalbox/engine';
import { compositeKey, minuteMs, yieldToOthers } from '@signalbox/kit';
import type { Replica } from '@signalbox/replica';
import { LRUCache } from 'lru-cache';
import { idleFor } from '../body/idle-for.ts';
import { type Scope, scopeKey } from '../feature/scope.ts';
import { type FilledContext, fillContext, textOf } from './evaluation-context.ts';
import { type FeatureSet, FeatureSets } from './feature-sets.ts';
import { type FeatureFormat, type FeatureText, FeatureTexts } from './feature-texts.ts';
import type { GivenContext } from './read-context.ts';

/** How an evaluation of all features of a scope is written. */
export interface EvaluationFormat extends FeatureFormat {
  readonly name: string;
  /** Whether a context without a session gets one for the time of the request. */
  readonly drawsSession: boolean;
  readonly wrap: (features: string) => string;
}

/** An answer that is ready to be sent. */
export interface RenderedAnswer {
  readonly etag: string;
  readonly body: Buffer;
}

interface CachedAnswer extends RenderedAnswer {
  readonly revision: number;
}

interface EvaluationParts {
  readonly replica: Pick<Replica, 'view'>;
  readonly now: () => Date;
  readonly random: () => number;
  readonly id: () => string;
}

const maxBytes = 32 * 1024 * 1024;
/** How long others may have to wait for their turn where no evaluation takes steps, and after how many features the clock is checked. */
const sliceMs = 10;
const featuresPerCheck = 4;

/**
 * Features as one context sees them. The same context is answered again from the cache, as long as nothing touched
 * its scope and the evaluation read neither the clock nor chance.
 */
export class Evaluations {
  readonly #parts: EvaluationParts;
  readonly #sets = new FeatureSets();
  readonly #texts = new Map<EvaluationFormat, FeatureTexts>();
  readonly #cache: LRUCache<string, CachedAnswer>;
  readonly effects: Effects;

  constructor(parts: EvaluationParts) {
    this.#parts = parts;
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body }, key) => body.length + 2 * key.length + 200,
      ...idleFor(minuteMs, parts.now),
    });
    this.effects = { now: parts.now, random: parts.random, hostname: '' };
  }

  set(scope: Scope): FeatureSet | Promise<FeatureSet> {
    return this.#sets.get(this.#parts.replica.view, scope);
  }

  /** All features of the scope. */
  async render(format: EvaluationFormat, scope: Scope, given: GivenContext): Promise<RenderedAnswer> {
    const key = compositeKey(format.name, scopeKey(scope), textOf(given));
    const revision = this.#parts.replica.view.scopeRevision(scope.environment, scope.projects);
    const cached = this.#cache.get(key);
    if (cached?.revision === revision) return cached;
    const set = await this.set(scope);
    const { text, isStable } = await this.#write(format, set, this.contextFor(format, scope, given));
    const tag = `${hash('sha256', key, 'base64url').slice(0, 16)}:${set.revision}`;
    const body = Buffer.from(text);
    if (!isStable) return { etag: `"${tag}:${hash('sha256', body, 'base64url').slice(0, 16)}"`, body };
    const rendered = { revision: set.revision, etag: `"${tag}"`, body };
    this.#cache.set(key, rendered);
    return rendered;
  }

  contextFor({ drawsSession }: Pick<EvaluationFormat, 'drawsSession'>, scope: Scope, given: GivenContext): FilledContext {
    return fillContext(given, scope.environment, drawsSession ? this.#parts.id : null);
  }

  /** How many bytes of answers are kept. */
  get size(): number {
    return this.#cache.calculatedSize;
  }

  /** Lets go of what nobody has asked for in a minute. */
  dropIdle(): void {
    this.#cache.purgeStale();
  }

  /** For when revisions begin to be counted anew and the same number may mean something else. */
  clear(): void {
    this.#sets.clear();
    this.#cache.clear();
  }

  #textsIn(set: FeatureSet, format: EvaluationFormat): readonly FeatureText[] {
    const texts = this.#texts.get(format) ?? new FeatureTexts(format);
    this.#texts.set(format, texts);
    return texts.in(set);
  }

  /** Lets others run by steps, since a pattern on a long text takes milliseconds and may be on every feature, and by time. */
  async #write(format: EvaluationFormat, set: FeatureSet, filled: FilledContext): Promise<{ text: string; isStable: boolean }> {
    const written: string[] = [];
    let isStable = true;
    let yieldedAt = performance.now();
    let steps = 0;
    for (const [index, texts] of this.#textsIn(set, format).entries()) {
      const evaluation = texts.feature.evaluate(filled.context, this.effects, set.lookup);
      if (evaluation.readClock || evaluation.readRandom) isStable = false;
      if (evaluation.enabled || !format.leavesOutDisabled) written.push(texts.of(evaluation));
      steps += evaluation.steps ?? 0;
      const isOver = index % featuresPerCheck === featuresPerCheck - 1 && performance.now() - yieldedAt >= sliceMs;
      if (steps < stepsPerTurn && !isOver) continue;
      await yieldToOthers();
      steps = 0;
      yieldedAt = performance.now();
    }
    return { text: format.wrap(written.join(',')), isStable: isStable && !filled.drewSession };
  }
}
