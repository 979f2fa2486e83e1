import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import * as styles from './note.module.css';

/** A warning. */
export const Caution = ({ icon = 'alert', children }: { readonly icon?: IconName; readonly children: ComponentChildren }) => (
  <p class={styles.caution}>
    <Icon name={icon} />
    <span>{children}</span>
  </p>
);
