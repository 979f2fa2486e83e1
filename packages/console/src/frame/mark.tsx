import * as styles from './frame.module.css';

/** The logo of the product. */
export function Mark() {
  return (
    <svg viewBox="0 0 22 22" aria-hidden="true">
      <rect x="6" y="1" width="10" height="16" rx="5" fill="none" stroke="currentColor" stroke-width="1.8" />
      <circle cx="11" cy="6.2" r="2.3" fill="none" stroke="currentColor" stroke-width="1.4" />
      <circle class={styles.lit} cx="11" cy="12" r="2.6" />
      <path d="M11 17v4M7.500 21h7" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" />
    </svg>
  );
}
