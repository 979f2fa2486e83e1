import { chunksOf, StreamedReply, yieldToOthers } from '@signalbox/kit';
import type { FeatureList } from './read-feature-list.ts';

const itemsAtOnce = 200;

/** Streams `head` with the features as its last property, in chunks: megabytes of text at once would block the event loop. */
export const streamFeatures = (head: object, list: FeatureList): StreamedReply => new StreamedReply(jsonChunksOf(head, list));

async function* jsonChunksOf(head: object, { features, write }: FeatureList): AsyncGenerator<string> {
  let before = JSON.stringify({ ...head, features: [] }).slice(0, -']}'.length);
  for (const chunk of chunksOf(features, itemsAtOnce)) {
    yield before + chunk.map(write).join(',');
    before = ',';
    await yieldToOthers();
  }
  yield features.length === 0 ? `${before}]}` : ']}';
}
