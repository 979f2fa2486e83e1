import { DateTime, nullable } from '@signalbox/contracts';
import { Type } from 'typebox';

/** Maximum number of entries of one request. */
export const maxImported = 500;

/** SHA-256 of a complete secret, in hexadecimal. */
export const SecretHash = Type.String({
  pattern: '^[0-9a-f]{64}$',
  maxLength: 64,
  description: 'SHA-256 of the complete secret, in lower-case hexadecimal.',
});

/** Times of an imported object in the system that it comes from. */
export const importedTimes = { createdAt: DateTime, seenAt: Type.Optional(nullable(DateTime)) } as const;

export const timesOf = ({ createdAt, seenAt }: { readonly createdAt: string; readonly seenAt?: string | null }) => ({
  createdAt: new Date(createdAt),
  seenAt: seenAt ? new Date(seenAt) : null,
});
