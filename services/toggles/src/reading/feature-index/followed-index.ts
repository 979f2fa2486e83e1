import type { EntityManager, OpenParts, OwnMessage } from '@signalbox/kit';
import { FeatureIndex } from './feature-index.ts';
import { readAllFeatures, readNamedFeatures, readSegmentNames } from './read-indexed-features.ts';
import { touchedBy } from './touched-by.ts';

const messagesAtOnce = 200;
/** With more, all features are read: it costs about the same. */
const mostMessages = 2000;

/**
 * The features of this process's database in memory, never older than who asks for them. Nobody tells it of changes: whoever asks
 * says which message is the last that was committed, and what its own service stated up to there names the features to be read
 * again. So it does not matter which process wrote them. It is made when it is first asked for.
 */
export class FollowedIndex {
  readonly #ownMessages: OpenParts['ownMessages'];
  #index: FeatureIndex | null = null;
  /** The last message whose changes it holds. */
  #number = 0;
  #refreshing: Promise<void> | null = null;

  constructor(ownMessages: OpenParts['ownMessages']) {
    this.#ownMessages = ownMessages;
  }

  /** All features with the changes up to this message, and perhaps later ones. It changes whenever somebody waits: look at it at once. */
  async reaching(em: EntityManager, number: number): Promise<FeatureIndex> {
    while (!this.#index || this.#number < number) {
      this.#refreshing ??= this.#refresh(em, number).finally(() => {
        this.#refreshing = null;
      });
      await this.#refreshing;
    }
    return this.#index;
  }

  async #refresh(em: EntityManager, number: number): Promise<void> {
    const messages = this.#index && number - this.#number <= mostMessages ? await this.#messagesUpTo(number) : null;
    const touched = messages && touchedBy(messages);
    if (this.#index && touched && !touched.everything) {
      const features = await readNamedFeatures(em, [...touched.features]);
      const segments = touched.segments ? await readSegmentNames(em) : this.#index.segments;
      this.#index.replace(touched.features, features);
      this.#index.segments = segments;
    } else {
      this.#index = new FeatureIndex(await readAllFeatures(em), await readSegmentNames(em));
    }
    this.#number = number;
  }

  /** Null where some are gone. */
  async #messagesUpTo(number: number): Promise<OwnMessage[] | null> {
    const messages: OwnMessage[] = [];
    for (let last = this.#number; last < number; ) {
      const some = await this.#ownMessages(last, Math.min(messagesAtOnce, number - last));
      last += some.length;
      if (some.length === 0 || some.at(-1)?.number !== last) return null;
      messages.push(...some);
    }
    return messages;
  }
}
