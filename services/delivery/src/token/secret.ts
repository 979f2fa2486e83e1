import type { IncomingMessage } from 'node:http';

/** The secret of the caller: `Authorization`, or OpenFeature's `X-API-Key`. */
export function secretOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { authorization } = headers;
  if (authorization) return authorization.trim();
  const key = headers['x-api-key'];
  return typeof key === 'string' ? key.trim() : undefined;
}
