import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import * as buttonStyles from './button.module.css';
import * as noteStyles from './note.module.css';
import * as styles from './form.module.css';

interface FormProps {
  /** Submit button: verb and object. */
  readonly title: string;
  /** Error of the form as a whole. */
  readonly refused: string | null;
  readonly submit: () => Promise<void>;
  readonly children: ComponentChildren;
}

/** A form with one submit button, which cannot be pressed twice. */
export function Form({ title, refused, submit, children }: FormProps) {
  const isBusy = useSignal(false);
  async function send(event: Event) {
    event.preventDefault();
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      await submit();
    } finally {
      isBusy.value = false;
    }
  }
  return (
    <form class={styles.form} onSubmit={(event) => void send(event)}>
      {children}
      {refused && (
        <p class={noteStyles.stop} role="alert">
          {refused}
        </p>
      )}
      <button type="submit" class={buttonStyles.main} aria-busy={isBusy.value}>
        {title}
      </button>
    </form>
  );
}
