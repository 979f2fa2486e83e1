import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/preact-query';
import { ask, type AnswerOf, type InputOf, type OperationName } from './request.ts';
import { Refused } from './refusal.ts';

const staleAfterMs = 10_000;

const defaultAwaySeconds = 5;

const isPassing = (error: unknown): error is Refused => error instanceof Refused && (error.isOffline || error.isAway);

/** Retry delay for requests that failed because a service is unavailable; false for other errors. */
const awayMs = (error: unknown): number | false => isPassing(error) && 1000 * (error.retryAfterSeconds ?? defaultAwaySeconds);

/** Cache of responses: kept while in use and for five minutes after. */
export const answers = new QueryClient({
  defaultOptions: {
    queries: {
      // Send requests even if the browser reports that it is offline, so that components show the error.
      networkMode: 'always',
      staleTime: staleAfterMs,
      retry: (count, error) => count < 3 && isPassing(error),
      refetchInterval: ({ state }) => awayMs(state.error),
    },
  },
});

interface AnswerOptions {
  /** No request while false. */
  readonly when?: boolean;
  /** Keeps the last data until the new data arrives. */
  readonly keepsLast?: boolean;
  readonly everyMs?: number;
}

/** Fetches an operation while the component is mounted, and again after changes. */
export function useAnswer<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  { when = true, keepsLast = false, everyMs }: AnswerOptions = {},
): UseQueryResult<AnswerOf<Name>, Refused> {
  return useQuery<AnswerOf<Name>, Refused, AnswerOf<Name>>({
    queryKey: [name, input],
    // The cache does not accept undefined, the value of a response without a body.
    queryFn: async ({ signal }) => (await ask(name, { ...input, signal })) ?? (null as never),
    enabled: when,
    ...(keepsLast && { placeholderData: keepPreviousData }),
    ...(everyMs !== undefined && { refetchInterval: ({ state }) => awayMs(state.error) || everyMs }),
  });
}

/** Refetches everything in use: the console never derives state from its own requests or events. */
export const askAgain = (...names: readonly OperationName[]): Promise<void> =>
  answers.invalidateQueries(names.length === 0 ? {} : { predicate: ({ queryKey }) => names.includes(queryKey[0] as OperationName) });
