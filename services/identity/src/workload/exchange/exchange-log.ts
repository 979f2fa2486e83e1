import { Failure } from '@signalbox/contracts';
import { metric, openCounter, type OpenParts } from '@signalbox/kit';

/** Runs token exchanges, and logs and counts each attempt. */
type ExchangeLog = <T>(attempt: { readonly audience: string; readonly address: string }, exchange: () => Promise<T>) => Promise<T>;

/** The part of the service's state that token exchange needs. */
export interface ExchangeState {
  readonly exchangeLog: ExchangeLog;
}

export const exchangesMetric = metric({
  name: 'signalbox_token_exchanges_total',
  help: 'Attempts to exchange a workload token, by outcome: succeeded, refused, unavailable (the issuer cannot be reached).',
  kind: 'counter',
  labels: ['outcome'],
});

const shownCharacters = 100;

/** Logs only the audience of the request: the token may be valid elsewhere. */
export function openExchangeLog(parts: OpenParts): ExchangeState {
  const count = openCounter(parts, exchangesMetric);
  const trace = (outcome: string, fields: Readonly<Record<string, unknown>>) => {
    count({ outcome });
    parts.log(outcome === 'succeeded' ? 'info' : 'warn', `token exchange ${outcome}`, { outcome, ...fields });
  };
  return {
    async exchangeLog({ audience, address }, exchange) {
      const fields = { audience: audience.slice(0, shownCharacters), address };
      try {
        const answer = await exchange();
        trace('succeeded', fields);
        return answer;
      } catch (error) {
        if (error instanceof Failure) trace(error.status < 500 ? 'refused' : 'unavailable', { ...fields, reason: reasonOf(error) });
        throw error;
      }
    },
  };
}

function reasonOf({ cause, message }: Failure): string {
  if (cause instanceof Error) return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
  return typeof cause === 'string' ? cause : message;
}
