import { keepPreviousData, QueryClient, type UseQueryResult, useQuery } from '@tanstack/preact-query';
import { ask, type AnswerOf, type Asked, type OperationName } from './request.ts';
import { Refused } from './refusal.ts';

const staleAfterMs = 10_000;

const defaultAwaySeconds = 5;

const isPassing = (error: unknown): error is Refused => error instanceof Refused && (error.isOffline || error.isAway);

/** When to ask again what could not be answered because a service is away; false where that is not the reason. */
const awayMs = (error: unknown): number | false => isPassing(error) && 1000 * (error.retryAfterSeconds ?? defaultAwaySeconds);

/** What the server has answered, kept while somebody looks at it and for five minutes after. */
export const answers = new QueryClient({
  defaultOptions: {
    queries: {
      // Asked even where the browser thinks that it is offline, so that what is looked at says so.
      networkMode: 'always',
      staleTime: staleAfterMs,
      retry: (count, error) => count < 3 && isPassing(error),
      refetchInterval: ({ state }) => awayMs(state.error),
    },
  },
});

interface AnswerOptions {
  /** Not asked while false. */
  readonly when?: boolean;
  /** Shows what was answered to the last question until this one is answered. */
  readonly keepsLast?: boolean;
  readonly everyMs?: number;
}

/** What the server answers to a question, asked when it is first looked at and again when something changed. */
export function useAnswer<Name extends OperationName>(
  name: Name,
  asked: Asked<Name>,
  { when = true, keepsLast = false, everyMs }: AnswerOptions = {},
): UseQueryResult<AnswerOf<Name>, Refused> {
  return useQuery<AnswerOf<Name>, Refused, AnswerOf<Name>>({
    queryKey: [name, asked],
    // The cache takes no undefined, which is what an answer without a body is.
    queryFn: async ({ signal }) => (await ask(name, { ...asked, signal })) ?? (null as never),
    enabled: when,
    ...(keepsLast && { placeholderData: keepPreviousData }),
    ...(everyMs !== undefined && { refetchInterval: ({ state }) => awayMs(state.error) || everyMs }),
  });
}

/** Has everything that is looked at asked again: the console computes no state from what it did or heard. */
export const askAgain = (...names: readonly OperationName[]): Promise<void> =>
  answers.invalidateQueries(names.length === 0 ? {} : { predicate: ({ queryKey }) => names.includes(queryKey[0] as OperationName) });
