import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import * as styles from './field.module.css';

interface LabelledProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Error message, shown instead of the hint. */
  readonly refused?: string | null | undefined;
  /** Draws the control with attributes that refer to the label and the note. */
  readonly children: (attributes: {
    readonly id: string;
    readonly 'aria-invalid': boolean;
    readonly 'aria-describedby': string | undefined;
  }) => ComponentChildren;
}

/** A control below its label, and a hint or an error below it. */
export function Labelled({ label, hint, refused, children }: LabelledProps) {
  const id = useId();
  const note = refused ?? hint;
  return (
    <div class={styles.entry}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': Boolean(refused), 'aria-describedby': note ? `${id}-note` : undefined })}
      {note && (
        <small id={`${id}-note`} class={refused ? styles.refused : ''}>
          {note}
        </small>
      )}
    </div>
  );
}
