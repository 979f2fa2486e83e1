import { Icon } from './icon.tsx';
import * as styles from './badge.module.css';

interface EnvironmentBadgeProps {
  readonly name: string;
  readonly isProtected: boolean;
  /** Whether it looks like that of a protected environment even if it is none. */
  readonly isStrong?: boolean;
}

/** The name of an environment, with a lock if it is protected. */
export const EnvironmentBadge = ({ name, isProtected, isStrong = isProtected }: EnvironmentBadgeProps) => (
  <span class={isStrong ? styles.production : styles.badge}>
    {isProtected && <Icon name="lock" />}
    {name}
  </span>
);
