import { hash } from 'node:crypto';
import { Failure } from '@signalbox/contracts';
import { BatchRun, type Effects, stepsPerTurn } from '@signalbox/engine';
import { minuteMs, yieldToOthers } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import type { Replica } from '@signalbox/replica';
import { LRUCache } from 'lru-cache';
import { idleFor } from '../body/idle-for.ts';
import { type Scope, scopeKey } from '../feature/scope.ts';
import { type FilledContext, fillContext, textOf } from './evaluation-context.ts';
import { type FeatureSet, FeatureSets } from './feature-sets.ts';
import { type FeatureFormat, type FeatureText, FeatureTexts, type WritableSet } from './feature-texts.ts';
import type { GivenContext } from './read-context.ts';

/** Output format of an evaluation of all features in a scope. */
export interface EvaluationFormat extends FeatureFormat {
  readonly name: string;
  /** True if a context without a session gets a random one for the request. */
  readonly drawsSession: boolean;
  /** Adds only ASCII characters. */
  readonly wrap: (features: string) => string;
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
  /** Checksums of the features in the body, in order. */
  readonly checksums: readonly number[];
  /** True if the same context gets the same result again. */
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
  readonly #texts = new Map<EvaluationFormat, FeatureTexts>();
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
    const { body, checksums, isStable } = await write();
    const tag = `${hash('sha256', key, 'base64url').slice(0, 16)}:${set.revision}`;
    if (!isStable) return { revision: set.revision, etag: `"${tag}:${hashOf(checksums)}"`, json: body };
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

  #writable(set: FeatureSet, format: EvaluationFormat): Promise<WritableSet> {
    const texts = this.#texts.get(format) ?? new FeatureTexts(format);
    this.#texts.set(format, texts);
    return texts.in(set);
  }

  /**
   * Yields after a number of steps, because a pattern takes milliseconds on a long text and may be used by every feature,
   * and after some time.
   */
  async #write(format: EvaluationFormat, set: FeatureSet, filled: FilledContext): Promise<Written> {
    const written: string[] = [];
    const checksums: number[] = [];
    let isStable = true;
    let isAscii = true;
    let yieldedAt = performance.now();
    let steps = 0;
    const { batch, texts } = await this.#writable(set, format);
    const run = new BatchRun(batch, filled.context, this.effects);
    for (let index = 0; index < texts.length; index += 1) {
      const evaluation = run.evaluate(index);
      if (evaluation.readClock || evaluation.readRandom) isStable = false;
      if (evaluation.enabled || !format.leavesOutDisabled) {
        const summed = (texts[index] as FeatureText).of(evaluation);
        written.push(summed.text);
        checksums.push(summed.checksum);
        isAscii &&= summed.isAscii;
      }
      steps += evaluation.steps ?? 0;
      const isOver = index % featuresPerCheck === featuresPerCheck - 1 && performance.now() - yieldedAt >= sliceMs;
      if (steps < stepsPerTurn && !isOver) continue;
      await yieldToOthers();
      steps = 0;
      yieldedAt = performance.now();
    }
    const body = Buffer.from(format.wrap(written.join(',')), isAscii ? 'latin1' : 'utf8');
    return { body, checksums, isStable: isStable && !filled.drewSession };
  }
}

/** Hashes checksums instead of the text, which is a hundred times longer. */
const hashOf = (checksums: readonly number[]): string => hash('sha256', Uint32Array.from(checksums), 'base64url').slice(0, 16);
