import { bigInteger, instant, integer, longText, Projection, table, text } from '@signalbox/table';

export const checkpointTable = table('checkpoint', 'Checkpoint', {
  number: integer().key(),
  eventId: bigInteger(),
  createdAt: instant(),
  /** The signed content with its signature (RFC 7515, compact). It is authoritative; verification compares the other columns. */
  jws: longText(),
});

/** The columns of a checkpoint that verification reads. */
export const verifiedCheckpoint = new Projection(checkpointTable, ['number', 'eventId', 'createdAt', 'jws']);

export const checkpointKeyTable = table('checkpoint_key', 'CheckpointKey', {
  /** The thumbprint of the public half (RFC 7638). */
  id: text(255).key(),
  /** Both halves as in a JWK (RFC 8037). The private one is encrypted, and null once another key signs. */
  publicX: text(255),
  privateD: text(255).nullable(),
  createdAt: instant(),
});
