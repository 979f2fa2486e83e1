import { hash } from 'node:crypto';
import { type Effects, stepsPerTurn } from '@signalbox/engine';
import { minuteMs, yieldToOthers } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
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

/** An answer; its body is made when it is sent. */
export interface RenderedAnswer {
  readonly etag: string;
  readonly json: string | Buffer | (() => Promise<Buffer>);
}

/** What is known of an answer that would come out the same again. */
interface KnownAnswer {
  readonly revision: number;
  readonly etag: string;
  /** Kept from the second time on that it is sent: most contexts are asked for once, or answered 304 from then on. */
  readonly body: Buffer | null;
}

interface Written {
  readonly text: string;
  /** Whether the same context would be told the same again. */
  readonly isStable: boolean;
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
  readonly #known: LRUCache<string, KnownAnswer>;
  readonly effects: Effects;

  constructor(parts: EvaluationParts) {
    this.#parts = parts;
    this.#known = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body }, key) => (body?.length ?? 0) + 2 * key.length + 200,
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
    const made = this.set(scope);
    const set = made instanceof Promise ? await made : made;
    const known = this.#known.get(key);
    const write = () => this.#write(format, set, this.contextFor(format, scope, given));
    if (known?.revision === set.revision) return { etag: known.etag, json: known.body ?? (() => this.#keepBody(key, known, write)) };
    const { text, isStable } = await write();
    const tag = `${hash('sha256', key, 'base64url').slice(0, 16)}:${set.revision}`;
    if (!isStable) return { etag: `"${tag}:${hash('sha256', text, 'base64url').slice(0, 16)}"`, json: text };
    const etag = `"${tag}"`;
    this.#known.set(key, { revision: set.revision, etag, body: null });
    return { etag, json: text };
  }

  async #keepBody(key: string, known: KnownAnswer, write: () => Promise<Written>): Promise<Buffer> {
    const { text } = await write();
    const body = Buffer.from(text);
    if (this.#known.peek(key) === known) this.#known.set(key, { ...known, body });
    return body;
  }

  contextFor({ drawsSession }: Pick<EvaluationFormat, 'drawsSession'>, scope: Scope, given: GivenContext): FilledContext {
    return fillContext(given, scope.environment, drawsSession ? this.#parts.id : null);
  }

  /** How many bytes of answers are kept. */
  get size(): number {
    return this.#known.calculatedSize;
  }

  /** Lets go of what nobody has asked for in a minute. */
  dropIdle(): void {
    this.#known.purgeStale();
  }

  /** For when revisions begin to be counted anew and the same number may mean something else. */
  clear(): void {
    this.#sets.clear();
    this.#known.clear();
  }

  #textsIn(set: FeatureSet, format: EvaluationFormat): readonly FeatureText[] {
    const texts = this.#texts.get(format) ?? new FeatureTexts(format);
    this.#texts.set(format, texts);
    return texts.in(set);
  }

  /** Lets others run by steps, since a pattern on a long text takes milliseconds and may be on every feature, and by time. */
  async #write(format: EvaluationFormat, set: FeatureSet, filled: FilledContext): Promise<Written> {
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
