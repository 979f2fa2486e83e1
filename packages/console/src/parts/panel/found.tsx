import type { UseInfiniteQueryResult } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { formatFigure } from '../../base/format.ts';
import type { Refused } from '../../server/refusal.ts';
import { Button } from '../mark/button.tsx';
import { NothingFound } from './nothing-found.tsx';
import { Failed, Skeleton } from './panel.tsx';

interface FoundProps {
  readonly of: UseInfiniteQueryResult<unknown, Refused>;
  /** Number of rows so far. */
  readonly count: number;
  /** Number of rows on all pages, if known. */
  readonly total?: number | undefined;
  /** The filter that the rows match, if the list has one. */
  readonly filter?: { readonly value: string; readonly change: (filter: string) => void };
  /** Shown if there are no rows, except for a filter. */
  readonly none: ComponentChildren;
  /** The rows. */
  readonly children: ComponentChildren;
}

/** The rows of a list that loads page by page, or what is shown instead: a skeleton, the error, or an empty state. */
export function Found({ of, count, total, filter, none, children }: FoundProps) {
  if (of.error && count === 0) return <Failed refusal={of.error} again={() => void of.refetch()} />;
  if (of.isPending) return <Skeleton />;
  if (count === 0) return filter?.value ? <NothingFound filter={filter.value} showAll={() => filter.change('')} /> : <>{none}</>;
  return (
    <>
      {children}
      {of.hasNextPage && (
        <footer>
          <Button
            look="button"
            aria-busy={of.isFetchingNextPage}
            press={() => void of.fetchNextPage()}
            text={total === undefined ? 'Show more' : `Show ${formatFigure(total - count)} more`}
          />
        </footer>
      )}
    </>
  );
}
