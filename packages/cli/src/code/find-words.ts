/** A word at an offset of a text, by its index in the list. */
export interface FoundWord {
  readonly word: number;
  readonly start: number;
  readonly end: number;
}

/** Finds all occurrences of words in UTF-8, in one pass (Aho and Corasick 1975). */
export function wordFinder(words: readonly string[]): (text: Uint8Array) => FoundWord[] {
  const encoded = words.map((word) => new TextEncoder().encode(word));
  const { classes, width } = classesOf(encoded);
  const { next, ends, hits, shorter } = automatonOf(encoded, classes, width);
  return (text) => {
    const found: FoundWord[] = [];
    let state = 0;
    for (let index = 0; index < text.length; index++) {
      state = next[state * width + (classes[text[index] as number] as number)] as number;
      for (let at = hits[state] as number; at !== 0; at = shorter[at] as number) {
        const word = ends[at] as number;
        found.push({ word, start: index + 1 - (encoded[word] as Uint8Array).length, end: index + 1 });
      }
    }
    return found;
  };
}

/** Bytes that no word contains share class 0, which keeps the table small. */
function classesOf(words: readonly Uint8Array[]): { readonly classes: Uint16Array; readonly width: number } {
  const classes = new Uint16Array(256);
  let width = 1;
  for (const word of words) for (const byte of word) classes[byte] ||= width++;
  return { classes, width };
}

/** Transitions by state and class. State 0 is the start. */
function automatonOf(words: readonly Uint8Array[], classes: Uint16Array, width: number) {
  const size = 1 + words.reduce((sum, { length }) => sum + length, 0);
  const next = new Int32Array(size * width);
  const ends = new Int32Array(size).fill(-1);
  let count = 1;
  words.forEach((word, index) => {
    let state = 0;
    for (const byte of word) state = next[state * width + (classes[byte] as number)] ||= count++;
    ends[state] = index;
  });
  const fallback = new Int32Array(size);
  /** The longest suffix of each state at which a word ends: the state itself, or a shorter one. */
  const hits = new Int32Array(size);
  const shorter = new Int32Array(size);
  const queue = [0];
  for (let index = 0; index < queue.length; index++) {
    const state = queue[index] as number;
    shorter[state] = state === 0 ? 0 : (hits[fallback[state] as number] as number);
    hits[state] = ends[state] === -1 ? shorter[state] : state;
    for (let of = 0; of < width; of++) {
      const cell = state * width + of;
      const missing = state === 0 ? 0 : (next[(fallback[state] as number) * width + of] as number);
      const to = next[cell] as number;
      if (to === 0) {
        next[cell] = missing;
        continue;
      }
      fallback[to] = missing;
      queue.push(to);
    }
  }
  return { next, ends, hits, shorter };
}
