import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import * as styles from './save-bar.module.css';

interface SaveBarProps {
  /** Whether there are changes to save. */
  readonly isDraft?: boolean;
  /** Conflicts and errors. */
  readonly notes?: ComponentChildren;
  readonly state: ComponentChildren;
  /** The buttons. */
  readonly children: ComponentChildren;
}

/** The end of a form or selection, always in view: its state and its buttons. */
export const SaveBar = ({ isDraft = true, notes, state, children }: SaveBarProps) => (
  <div class={`${styles.saving} ${isDraft ? styles.draft : ''}`}>
    {notes}
    <div class={styles.bar}>
      <span role="status">{state}</span>
      <span class={styles.end}>{children}</span>
    </div>
  </div>
);

/** The changes of a form as the state of its bar. */
export const Changes = ({ changes }: { readonly changes: readonly string[] }) =>
  changes.length === 0 ? (
    <span class="dimmer">No changes yet.</span>
  ) : (
    <>
      <b>Changes:</b> {changes.join('; ')}
    </>
  );

/** Saves the form of an editor when it is submitted or with Ctrl Enter, and closes it with Escape. */
export const editorKeys = (save: () => unknown, close?: () => void) => ({
  onSubmit: (event: Event) => {
    event.preventDefault();
    void save();
  },
  onKeyDown: (event: TargetedKeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
    if (event.key === 'Escape') close?.();
  },
});
