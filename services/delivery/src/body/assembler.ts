import { yieldToOthers } from '@signalbox/kit';
import type { ElementFormat, Fragment, Run } from './run.ts';

/** Encodes and joins the chunks of a body. */
export interface ChunkEncoder<P extends object> {
  /** `before` is the text that precedes this one in every body; empty if unknown. */
  pack(text: string, before: string): P | Promise<P>;
  join(chunks: readonly P[]): Buffer;
}

/** A body and its chunks, which keep the cached chunks alive. */
export interface Joined {
  readonly bytes: Buffer;
  readonly chunks: readonly object[];
}

/** Stores only the name of the format, because its functions may keep an old view alive. */
interface CachedChunk<P extends object> {
  readonly format: string;
  readonly elements: readonly object[];
  readonly before: readonly object[];
  readonly chunk: WeakRef<P>;
}

/**
 * Assembles bodies of one encoding. A run is encoded once for all bodies that contain it at the same time, and for bodies
 * that replace them after a change: its chunk is dropped with the last body that contains it.
 */
export class Assembler<P extends object> {
  readonly #encoder: ChunkEncoder<P>;
  /** By the first element of the run. */
  readonly #known = new WeakMap<object, readonly CachedChunk<P>[]>();

  constructor(encoder: ChunkEncoder<P>) {
    this.#encoder = encoder;
  }

  async join(fragments: readonly Fragment[]): Promise<Joined> {
    const texts = new Texts();
    const chunks: P[] = [];
    for (const fragment of fragments) {
      if (typeof fragment === 'string') chunks.push(await this.#encoder.pack(fragment, ''));
      else chunks.push(this.#find(fragment) ?? (await this.#make(fragment, texts)));
    }
    return { bytes: this.#encoder.join(chunks), chunks };
  }

  #find(run: Run): P | undefined {
    return this.#knownOf(run)
      .find((known) => isOf(run, known))
      ?.chunk.deref();
  }

  async #make(run: Run, texts: Texts): Promise<P> {
    await yieldToOthers();
    const { format, elements, before } = run;
    const previous = texts.of(format, before);
    const text = texts.of(format, elements);
    const chunk = await this.#encoder.pack(before.length > 0 ? `,${text}` : text, previous);
    const others = this.#knownOf(run).filter((known) => known.chunk.deref());
    const [first] = elements;
    if (first) this.#known.set(first, [...others, { format: format.name, elements, before, chunk: new WeakRef(chunk) }]);
    return chunk;
  }

  #knownOf({ elements: [first] }: Run): readonly CachedChunk<P>[] {
    return (first && this.#known.get(first)) ?? [];
  }
}

function isOf({ format, elements, before }: Run, known: CachedChunk<object>): boolean {
  return format.name === known.format && areSame(elements, known.elements) && areSame(before, known.before);
}

function areSame(some: readonly object[], others: readonly object[]): boolean {
  return some.length === others.length && some.every((element, index) => element === others[index]);
}

/** Caches the last text: a run is usually compressed right after the one before it. */
class Texts {
  #elements: readonly object[] | undefined;
  #text = '';

  of({ write }: ElementFormat, elements: readonly object[]): string {
    if (elements !== this.#elements) this.#text = elements.map((element) => write(element)).join(',');
    this.#elements = elements;
    return this.#text;
  }
}
