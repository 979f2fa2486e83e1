import { bigInteger, fixedText, instant, integer, table, text } from '@signalbox/table';

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
});
