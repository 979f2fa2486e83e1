import { bigInteger, fixedText, instant, integer, table, text, unboundedText } from '@signalbox/table';

export const headTable = table('head', 'Head', {
  id: integer().key(),
  eventId: bigInteger(),
  hash: fixedText(64),
  /** Number of events up to here that the events API shows. */
  shown: bigInteger(),
});

export const upkeepTable = table('upkeep', 'Upkeep', {
  id: integer().key(),
  /** The last event that the current round has verified. */
  verifiedTo: bigInteger(),
  /** Payloads were dropped up to here. */
  droppedTo: bigInteger(),
  /** The chain was found intact from its first event up to here. */
  provenTo: bigInteger().default(0),
  /** When it was; null before the first time. */
  provenAt: instant().nullable(),
  /** When the newest complete backup was made; null before the first one. */
  backedUpAt: instant().nullable(),
  /** Null until the first checkpoint. */
  seal: unboundedText().nullable(),
});

/**
 * How the first event that differs from what was written shows. `rewritten`: the chain from here to the next checkpoint is intact but
 * not what was signed; `unsigned`: the checkpoint of this event is missing, or its signature is invalid.
 */
export type BreakReason = 'changed' | 'missing' | 'added' | 'rewritten' | 'unsigned';

export const chainBreakTable = table('chain_break', 'FoundBreak', {
  id: integer().key().serial(),
  eventId: bigInteger(),
  reason: text(255).as<BreakReason>(),
  noticedAt: instant(),
});
