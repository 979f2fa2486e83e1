import { type EntityManager, type OpenParts, yieldToOthers } from '@signalbox/kit';
import { FeatureIndex } from './feature-index.ts';
import { readAllFeatures, readNamedFeatures, readSegmentNames } from './read-indexed-features.ts';
import { type Touched, touchedBy } from './touched-by.ts';

const everything: Touched = { features: new Set(), segments: false, everything: true };

const messagesAtOnce = 100;
/** With more, all features are read: it costs about the same. */
const maxMessages = 2000;

/**
 * The features of this process's database in memory, never older than who asks for them. Nobody tells it of changes: whoever asks
 * says which message is the last that was committed, and what its own service stated up to there names the features to be read
 * again. So it does not matter which process wrote them. It is made when it is first asked for.
 */
export class FollowedIndex {
  readonly #ownMessages: OpenParts['ownMessages'];
  /** Without any until it is first asked for. */
  #index = new FeatureIndex([], new Map());
  /** The last message whose changes it holds. */
  #number = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | null = null;

  constructor(ownMessages: OpenParts['ownMessages']) {
    this.#ownMessages = ownMessages;
  }

  /** All features with the changes up to this message, and perhaps later ones. It changes whenever somebody waits: look at it at once. */
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
   * What `look` finds in all features as they are now. It reads the number of the last message as well, and looks again where the
   * index turns out to have been behind that: so one statement does, as long as nothing changes.
   */
  async find<T>(em: EntityManager, look: (index: FeatureIndex) => Promise<{ readonly number: number; readonly found: T }>): Promise<T> {
    const known = this.#number;
    const { number, found } = await look(this.#index);
    if (number <= known) return found;
    return (await look(await this.reaching(em, number))).found;
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

  /** Everything where some messages are gone. */
  async #touchedUpTo(number: number): Promise<Touched> {
    const features = new Set<string>();
    let segments = false;
    for (let last = this.#number; last < number; ) {
      const messages = await this.#ownMessages(last, Math.min(messagesAtOnce, number - last));
      last += messages.length;
      const touched = touchedBy(messages);
      if (messages.at(-1)?.number !== last || touched.everything) return everything;
      for (const name of touched.features) features.add(name);
      segments ||= touched.segments;
      await yieldToOthers();
    }
    return { features, segments, everything: false };
  }
}
