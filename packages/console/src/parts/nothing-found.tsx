import { words } from '../base/words.ts';
import { Empty } from './panel.tsx';

interface NothingFoundProps {
  readonly filter: string;
  readonly showAll: () => void;
}

/** Where a filter finds nothing: what it was, and the way to everything. */
export function NothingFound({ filter, showAll }: NothingFoundProps) {
  return (
    <Empty title={words.features.nothingFound(filter)}>
      <button type="button" class="b" onClick={showAll}>
        {words.features.showAll}
      </button>
    </Empty>
  );
}
