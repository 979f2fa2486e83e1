import { formatFigure } from '../../base/format.ts';
import type { UseInfiniteQueryResult } from '@tanstack/preact-query';
import { Button } from '../mark/button.tsx';

interface ShowMoreProps {
  readonly found: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  /** Number of rows that are left, if known. */
  readonly left?: number;
}

/** The foot of a list that loads its next page. */
export const ShowMore = ({ found, left }: ShowMoreProps) =>
  found.hasNextPage && (
    <footer>
      <Button
        look="button"
        aria-busy={found.isFetchingNextPage}
        press={() => void found.fetchNextPage()}
        text={left === undefined ? 'Show more' : `Show ${formatFigure(left)} more`}
      />
    </footer>
  );
