import { type OpenParts, type OwnMessage, yieldToOthers } from '@signalbox/kit';

const messagesAtOnce = 100;

interface Range {
  readonly after: number;
  readonly upTo: number;
}

/** Passes the messages of this service to `take`, in batches and in order. Returns false if some of them have been deleted. */
export async function eachMessage(
  ownMessages: OpenParts['ownMessages'],
  { after, upTo }: Range,
  take: (messages: readonly OwnMessage[]) => void,
): Promise<boolean> {
  for (let last = after; last < upTo; ) {
    const messages = await ownMessages(last, Math.min(messagesAtOnce, upTo - last));
    last += messages.length;
    if (messages.at(-1)?.number !== last) return false;
    take(messages);
    await yieldToOthers();
  }
  return true;
}
