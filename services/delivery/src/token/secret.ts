import type { IncomingMessage } from 'node:http';

/** The token of a caller: `Authorization`, else OpenFeature's `X-API-Key`. */
export function secretOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const { authorization } = headers;
  if (authorization) return authorization.trim();
  const key = headers['x-api-key'];
  return typeof key === 'string' ? key.trim() : undefined;
}
