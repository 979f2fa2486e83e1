import type { ComponentChildren } from 'preact';
import * as styles from './note.module.css';

/** An error message, if there is one. */
export const Alert = ({ text }: { readonly text: ComponentChildren }) =>
  text ? (
    <p class={styles.stop} role="alert">
      {text}
    </p>
  ) : null;

/** The result of an action. */
export const StatusNote = ({ children }: { readonly children: ComponentChildren }) => (
  <p class={styles.note} role="status">
    {children}
  </p>
);
