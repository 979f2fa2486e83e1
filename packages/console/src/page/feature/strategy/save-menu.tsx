import { Menu } from '../../../parts/layer/menu.tsx';
import { whyNotLater } from '../state/schedule-write.ts';
import { pageTexts } from '../../texts.ts';
import type { Target } from '../state/write.ts';

interface SaveMenuProps {
  readonly target: Target;
  readonly isReady: boolean;
  readonly later: () => void;
}

/** Ways to save a change other than at once. */
export const SaveMenu = ({ target, isReady, later }: SaveMenuProps) => (
  <Menu
    label={pageTexts.schedule.more}
    icon="down"
    choices={[
      {
        title: pageTexts.schedule.later,
        refused: whyNotLater(target) ?? (isReady ? undefined : pageTexts.strategy.nothingChanged),
        press: later,
      },
    ]}
  />
);
