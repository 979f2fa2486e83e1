import { type Exchange, headerOf } from '../exchange/exchange.ts';

/** The token of a caller that speaks OpenFeature: `Authorization` with or without `Bearer`, else `X-API-Key`. */
export function secretOf(exchange: Exchange): string | undefined {
  const authorization = headerOf(exchange, 'authorization')?.trim();
  return authorization?.replace(/^bearer +/i, '') || headerOf(exchange, 'x-api-key')?.trim();
}
