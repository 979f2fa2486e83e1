import { bigInteger, fixedText, instant, integer, Projection, table, text, unboundedText } from '@signalbox/table';

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
  /** Payloads were dropped up to this event. */
  droppedTo: bigInteger(),
  /** The chain is verified from its first event up to this one. */
  provenTo: bigInteger().default(0),
  /** Time of that verification; null before the first. */
  provenAt: instant().nullable(),
  /** Time of the newest complete backup; null before the first. */
  backedUpAt: instant().nullable(),
  /** Null until the first checkpoint. */
  seal: unboundedText().nullable(),
});

/**
 * Kind of a break. `rewritten`: the chain from here to the next checkpoint is intact but differs from the signed one;
 * `unsigned`: the checkpoint of this event is missing, or its signature is invalid; `forgotten`: a gap or break that was recorded before
 * the checkpoint of this event is missing or changed.
 */
export const breakReasons = ['changed', 'missing', 'added', 'rewritten', 'unsigned', 'forgotten'] as const;
export type BreakReason = (typeof breakReasons)[number];

export const chainBreakTable = table('chain_break', 'FoundBreak', {
  id: integer().key().serial(),
  eventId: bigInteger(),
  reason: text(255).as<BreakReason>(),
  noticedAt: instant(),
  /** Set by an operator; null until then. */
  resolvedAt: instant().nullable(),
});

/** An entry of the log that fails verification. An operator investigates and resolves it. The row stays. */
export class FoundBreak extends chainBreakTable.entity.class {}
chainBreakTable.entity.setClass(FoundBreak);

/** The columns of a break that never change. */
export const foundBreak = new Projection(chainBreakTable, ['id', 'eventId', 'reason', 'noticedAt']);
