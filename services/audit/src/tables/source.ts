import { bigInteger, fixedText, instant, integer, Projection, table, text } from '@signalbox/table';

export const sourceTable = table('source', 'Source', {
  source: text(255).key(),
  /** The highest position. */
  sequence: bigInteger(),
  last: bigInteger(),
});

export const gapTable = table('gap', 'Gap', {
  id: integer().key().serial(),
  source: text(255),
  expected: bigInteger(),
  got: bigInteger(),
  messageId: fixedText(36),
  noticedAt: instant(),
  /** Set by an operator; null until then. */
  resolvedAt: instant().nullable(),
});

/**
 * An unexpected position of a source. If `got` is above `expected`, the positions from `expected` to `got - 1` are missing.
 * If it is below, the event arrived late, or twice with different ids.
 */
export class Gap extends gapTable.entity.class {}
gapTable.entity.setClass(Gap);

/** The columns of a gap that never change. */
export const foundGap = new Projection(gapTable, ['id', 'source', 'expected', 'got', 'messageId', 'noticedAt']);
