import { Empty } from './panel.tsx';
import { Button } from '../mark/button.tsx';

/** Empty result of a filter, with a button to clear it. */
export function NothingFound({ filter, showAll }: { readonly filter: string; readonly showAll: () => void }) {
  return (
    <Empty title={`Nothing matches “${filter}”`}>
      <Button look="button" press={showAll} text="Show all" />
    </Empty>
  );
}
