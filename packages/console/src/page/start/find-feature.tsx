import { openPalette } from '../../frame/palette.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import * as styles from './start.module.css';

/** The search of the top bar where a thumb reaches it. Only phones show it. */
export const FindFeature = () => (
  <button type="button" class={styles.find} aria-haspopup="dialog" onClick={openPalette}>
    <Icon name="search" />
    Find a feature
  </button>
);
