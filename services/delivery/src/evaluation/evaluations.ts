import { hash } from 'node:crypto';
import { Failure } from '@signalbox/contracts';
import { BatchRun, type Effects, type EvaluationContext, stepsPerTurn } from '@signalbox/engine';
import { minuteMs, yieldToOthers } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import type { Replica } from '@signalbox/replica';
import { LRUCache } from 'lru-cache';
import { idleFor } from '../body/idle-for.ts';
import { type Scope, scopeKey } from '../feature/scope.ts';
import { type FilledContext, fillContext, textOf } from './evaluation-context.ts';
import { type FeatureSet, FeatureSets } from './feature-sets.ts';
import { type DecisionTexts, decisionTextsOf, type FeatureFormat } from './decision-texts.ts';
import type { GivenContext } from './read-context.ts';

/** Output format of an evaluation of all features in a scope. */
export interface EvaluationFormat extends FeatureFormat {
  readonly name: string;
  /** True if a context without a session gets a random one for the request. */
  readonly drawsSession: boolean;
  /** ASCII texts before and after the features. */
  readonly around: readonly [before: string, after: string];
}

/** A response whose body is created when it is sent. */
export interface RenderedResponse {
  readonly revision: number;
  readonly etag: string;
  readonly json: Buffer | (() => Promise<Buffer>);
}

/** A cached response that does not change within the revision. */
interface CachedResponse {
  readonly revision: number;
  readonly etag: string;
  /** Cached from the second time it is sent: most contexts are requested once, or answered with 304 after that. */
  readonly body: Buffer | null;
}

interface Written {
  readonly body: Buffer;
  /** Differs for different bodies. */
  readonly checksum: () => string;
  /** True if the same context gets the same result again. */
  readonly isStable: boolean;
}

/** Decisions for the features in a body, and the length of their texts in bytes, each with a comma. */
interface Decided {
  readonly decisions: Uint32Array;
  readonly length: number;
  readonly isStable: boolean;
}

interface EvaluationParts {
  readonly replica: Pick<Replica, 'view'>;
  readonly now: () => Date;
  readonly random: () => number;
  readonly id: () => string;
}

const maxBytes = 32 * 1024 * 1024;
/** Maximum time between yields, and the number of features between checks of the clock. */
const sliceMs = 10;
const featuresPerCheck = 32;

/**
 * Evaluates features for a context. Responses are cached as long as no change touched their scope, unless the evaluation
 * read the clock or a random number.
 */
export class Evaluations {
  readonly #parts: EvaluationParts;
  readonly #sets: FeatureSets;
  readonly #known: LRUCache<string, CachedResponse>;
  readonly effects: Effects;

  constructor(parts: EvaluationParts) {
    this.#parts = parts;
    this.#sets = new FeatureSets(parts.now);
    this.#known = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body }, key) => (body?.length ?? 0) + 2 * key.length + 200,
      ...idleFor(minuteMs, parts.now),
    });
    this.effects = { now: parts.now, random: parts.random, hostname: '' };
  }

  /** The features of the scope, or those at the pinned revision. Throws 412 if that revision is gone. */
  set(scope: Scope, pinned?: number): FeatureSet | Promise<FeatureSet> {
    const { view } = this.#parts.replica;
    const set = pinned === undefined ? this.#sets.get(view, scope) : this.#sets.at(view, scope, pinned);
    if (!set) throw new Failure('PreconditionFailedError', `Revision ${pinned} is gone. Evaluate again without If-Revision.`);
    return set;
  }

  /** Evaluates all features of the scope. */
  async render(format: EvaluationFormat, scope: Scope, given: GivenContext, pinned?: number): Promise<RenderedResponse> {
    const key = compositeKey(format.name, scopeKey(scope), textOf(given), pinned ?? '');
    const made = this.set(scope, pinned);
    const set = made instanceof Promise ? await made : made;
    const known = this.#known.get(key);
    const write = () => this.#write(format, set, this.contextFor(format, scope, given));
    if (known?.revision === set.revision)
      return { revision: set.revision, etag: known.etag, json: known.body ?? (() => this.#cacheBody(key, known, write)) };
    const { body, checksum, isStable } = await write();
    const tag = `${hash('sha256', key, 'base64url').slice(0, 16)}:${set.revision}`;
    if (!isStable) return { revision: set.revision, etag: `"${tag}:${checksum()}"`, json: body };
    const etag = `"${tag}"`;
    this.#known.set(key, { revision: set.revision, etag, body: null });
    return { revision: set.revision, etag, json: body };
  }

  async #cacheBody(key: string, known: CachedResponse, write: () => Promise<Written>): Promise<Buffer> {
    const { body } = await write();
    if (this.#known.peek(key) === known) this.#known.set(key, { ...known, body });
    return body;
  }

  contextFor({ drawsSession }: Pick<EvaluationFormat, 'drawsSession'>, scope: Scope, given: GivenContext): FilledContext {
    return fillContext(given, scope.environment, drawsSession ? this.#parts.id : null);
  }

  /** Size of the cache in bytes. */
  get size(): number {
    return this.#known.calculatedSize;
  }

  /** Drops responses and compiled features that nobody has requested for a minute. */
  dropIdle(): void {
    this.#sets.dropIdle();
    this.#known.purgeStale();
  }

  /** Drops everything when revisions restart, because the same number may stand for other content then. */
  clear(): void {
    this.#sets.clear();
    this.#known.clear();
  }

  async #write(format: EvaluationFormat, set: FeatureSet, filled: FilledContext): Promise<Written> {
    const texts = await set.texts.getOrInsertComputed(format, () => decisionTextsOf(set, format));
    const { decisions, length, isStable } = await this.#decide(texts, filled.context);
    const [before, after] = format.around;
    const body = Buffer.allocUnsafe(before.length + Math.max(length - 1, 0) + after.length);
    body.write(before, 'latin1');
    texts.copy(decisions, body, before.length);
    body.write(after, body.length - after.length, 'latin1');
    return { body, checksum: () => texts.checksumOf(decisions), isStable: isStable && !filled.drewSession };
  }

  /**
   * Returns the decisions to write. Yields after a number of steps, because a pattern takes milliseconds on a long text and may be used by
   * every feature, and after some time.
   */
  async #decide(texts: DecisionTexts, context: EvaluationContext): Promise<Decided> {
    const { batch } = texts;
    const run = new BatchRun(batch, context, this.effects);
    const decisions = new Uint32Array(batch.features.length);
    let count = 0;
    let length = 0;
    let isStable = true;
    let yieldedAt = performance.now();
    let steps = 0;
    for (let index = 0; index < batch.features.length; index += 1) {
      const decision = run.evaluate(index);
      const { used } = run;
      if (used.readClock || used.readRandom) isStable = false;
      const added = texts.lengthOf(index, decision);
      if (added > 0) {
        decisions[count] = decision;
        count += 1;
        length += added;
      }
      steps += used.steps ?? 0;
      const isOver = index % featuresPerCheck === featuresPerCheck - 1 && performance.now() - yieldedAt >= sliceMs;
      if (steps < stepsPerTurn && !isOver) continue;
      await yieldToOthers();
      steps = 0;
      yieldedAt = performance.now();
    }
    return { decisions: decisions.subarray(0, count), length, isStable };
  }
}
