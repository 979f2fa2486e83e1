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

/** The columns of a gap that never change. */
export const foundGap = new Projection(gapTable, ['id', 'source', 'expected', 'got', 'messageId', 'noticedAt']);
