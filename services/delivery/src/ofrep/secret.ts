import { type Exchange, headerOf } from '../exchange/exchange.ts';

/** The token of a caller that speaks OpenFeature: `Authorization`, else `X-API-Key`. */
export function secretOf(exchange: Exchange): string | undefined {
  return headerOf(exchange, 'authorization')?.trim() || headerOf(exchange, 'x-api-key')?.trim();
}
