import { yieldToOthers } from '@signalbox/kit';
import type { Form, Fragment, Run } from './run.ts';

/** How pieces of a body are made, and joined. */
export interface Packing<P extends object> {
  /** `before` is what the text stands right behind in every body, empty where that is not known. */
  pack(text: string, before: string): P | Promise<P>;
  join(chunks: readonly P[]): Buffer;
}

/** A body, and what it is made of. */
export interface Joined {
  readonly bytes: Buffer;
  readonly chunks: readonly object[];
}

/** Of the form only the name is held: to write, it may need all that there was at the time. */
interface Known<P extends object> {
  readonly form: string;
  readonly elements: readonly object[];
  readonly before: readonly object[];
  readonly chunk: WeakRef<P>;
}

/**
 * Makes bodies of one encoding. A run is packed once for all bodies that have it at the same time, and for the one that takes the
 * place of another after a change: its piece goes with the last body that is made of it.
 */
export class Assembler<P extends object> {
  readonly #packing: Packing<P>;
  /** By the first element of the run. */
  readonly #known = new WeakMap<object, readonly Known<P>[]>();

  constructor(packing: Packing<P>) {
    this.#packing = packing;
  }

  async join(fragments: readonly Fragment[]): Promise<Joined> {
    const texts = new Texts();
    const chunks: P[] = [];
    for (const fragment of fragments) {
      if (typeof fragment === 'string') chunks.push(await this.#packing.pack(fragment, ''));
      else chunks.push(this.#find(fragment) ?? (await this.#make(fragment, texts)));
    }
    return { bytes: this.#packing.join(chunks), chunks };
  }

  #find(run: Run): P | undefined {
    return this.#knownOf(run)
      .find((known) => isOf(run, known))
      ?.chunk.deref();
  }

  async #make(run: Run, texts: Texts): Promise<P> {
    await yieldToOthers();
    const { form, elements, before } = run;
    const previous = texts.of(form, before);
    const text = texts.of(form, elements);
    const chunk = await this.#packing.pack(before.length > 0 ? `,${text}` : text, previous);
    const others = this.#knownOf(run).filter((known) => known.chunk.deref());
    const [first] = elements;
    if (first) this.#known.set(first, [...others, { form: form.name, elements, before, chunk: new WeakRef(chunk) }]);
    return chunk;
  }

  #knownOf({ elements: [first] }: Run): readonly Known<P>[] {
    return (first && this.#known.get(first)) ?? [];
  }
}

function isOf({ form, elements, before }: Run, known: Known<object>): boolean {
  return form.name === known.form && areSame(elements, known.elements) && areSame(before, known.before);
}

function areSame(some: readonly object[], others: readonly object[]): boolean {
  return some.length === others.length && some.every((element, index) => element === others[index]);
}

/** The text of the elements that were written last: what one run is compressed behind is mostly the run that was written before it. */
class Texts {
  #elements: readonly object[] | undefined;
  #text = '';

  of({ write }: Form, elements: readonly object[]): string {
    if (elements !== this.#elements) this.#text = elements.map((element) => write(element)).join(',');
    this.#elements = elements;
    return this.#text;
  }
}
