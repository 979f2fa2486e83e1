import { Menu } from '../../../parts/layer/menu.tsx';
import { whyNotLater } from '../state/schedule-write.ts';
import type { Target } from '../state/write.ts';

interface SaveMenuProps {
  readonly target: Target;
  readonly isReady: boolean;
  readonly later: () => void;
}

/** Ways to save a change other than at once. */
export const SaveMenu = ({ target, isReady, later }: SaveMenuProps) => (
  <Menu
    label="More ways to save"
    icon="down"
    choices={[
      {
        title: 'At a time…',
        refused: whyNotLater(target) ?? (isReady ? undefined : 'No changes yet.'),
        press: later,
      },
    ]}
  />
);
