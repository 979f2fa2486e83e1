import { Empty } from './panel.tsx';
import { Button } from '../mark/button.tsx';

interface NothingFoundProps {
  readonly filter: string;
  readonly showAll: () => void;
}

/** Empty result of a filter, with a button to clear it. */
export function NothingFound({ filter, showAll }: NothingFoundProps) {
  return (
    <Empty title={`Nothing matches “${filter}”`}>
      <Button look="button" press={showAll} text="Show all" />
    </Empty>
  );
}
