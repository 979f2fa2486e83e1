import type { EntityManager, OpenParts } from '@signalbox/kit';
import { eachMessage } from './each-message.ts';
import { FeatureIndex } from './feature-index.ts';
import { readAllFeatures, readNamedFeatures, readSegmentNames } from './read-indexed-features.ts';
import { type Touched, touchedBy } from './touched-by.ts';

const everything: Touched = { features: new Set(), segments: false, everything: true };

/** Above this number of messages, reading all features costs about the same. */
const maxMessages = 2000;

/**
 * The features of this process's database in memory, never older than the request. Each request passes the number of the last
 * committed message. The messages of the service up to that number name the features to read again, regardless of which process
 * wrote them. The index is built on first use.
 */
export class FollowedIndex {
  readonly #ownMessages: OpenParts['ownMessages'];
  /** Empty until first use. */
  #index = new FeatureIndex([], new Map());
  /** The number of the last message that the index reflects. */
  #number = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | null = null;

  constructor(ownMessages: OpenParts['ownMessages']) {
    this.#ownMessages = ownMessages;
  }

  /**
   * Returns the index with all changes up to the message, and possibly later ones. The index changes during every `await`, so
   * use it immediately.
   */
  async reaching(em: EntityManager, number: number): Promise<FeatureIndex> {
    while (this.#number < number) {
      this.#refreshing ??= this.#refresh(em, number).finally(() => {
        this.#refreshing = null;
      });
      await this.#refreshing;
    }
    return this.#index;
  }

  /**
   * Runs `query` on the current index. `query` also reads the number of the last message, and runs again if the index turns out
   * to be older. While nothing changes, one statement is enough.
   */
  async find<T>(em: EntityManager, query: (index: FeatureIndex) => Promise<{ readonly number: number; readonly found: T }>): Promise<T> {
    const known = this.#number;
    const { number, found } = await query(this.#index);
    if (number <= known) return found;
    return (await query(await this.reaching(em, number))).found;
  }

  async #refresh(em: EntityManager, number: number): Promise<void> {
    const touched = number - this.#number <= maxMessages ? await this.#touchedUpTo(number) : everything;
    if (touched.everything) {
      this.#index = new FeatureIndex(await readAllFeatures(em), await readSegmentNames(em));
    } else {
      const features = await readNamedFeatures(em, [...touched.features]);
      const segments = touched.segments ? await readSegmentNames(em) : this.#index.segments;
      this.#index.replace(touched.features, features);
      this.#index.segments = segments;
    }
    this.#number = number;
  }

  /** Returns `everything` if some of the messages have been deleted. */
  async #touchedUpTo(number: number): Promise<Touched> {
    const all: Touched[] = [];
    const isComplete = await eachMessage(this.#ownMessages, { after: this.#number, upTo: number }, (messages) => {
      all.push(touchedBy(messages));
    });
    if (!isComplete || all.some((touched) => touched.everything)) return everything;
    return {
      features: new Set(all.flatMap(({ features }) => [...features])),
      segments: all.some(({ segments }) => segments),
      everything: false,
    };
  }
}
