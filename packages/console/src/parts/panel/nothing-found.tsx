import { Empty } from './panel.tsx';
import * as buttonStyles from '../mark/button.module.css';

interface NothingFoundProps {
  readonly filter: string;
  readonly showAll: () => void;
}

/** Empty result of a filter, with a button to clear it. */
export function NothingFound({ filter, showAll }: NothingFoundProps) {
  return (
    <Empty title={`Nothing matches “${filter}”`}>
      <button type="button" class={buttonStyles.button} onClick={showAll}>
        Show all
      </button>
    </Empty>
  );
}
