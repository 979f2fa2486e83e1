import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useSending } from '../../server/use-sending.ts';
import * as buttonStyles from '../mark/button.module.css';
import * as noteStyles from '../mark/note.module.css';
import * as styles from '../mark/form.module.css';

interface FormProps {
  /** Submit button: verb and object. */
  readonly title: string;
  /** May reject with `Refused`, whose message is shown above the button. */
  readonly submit: () => Promise<void>;
  /** A message to show there, of a form that handles refusals itself. */
  readonly refused?: string | null;
  /** A second button, which does more. Enter presses the first. */
  readonly other?: { readonly title: string; readonly submit: () => Promise<void> } | undefined;
  readonly children: ComponentChildren;
}

/** A form with a submit button, which cannot be pressed twice. */
export function Form({ title, refused = null, submit, other, children }: FormProps) {
  const { isBusy, refused: caught, send: sendOnce } = useSending();
  const second = useRef<HTMLButtonElement>(null);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    void sendOnce(async () => (other && event.submitter === second.current ? other.submit() : submit()));
  };
  const message = refused ?? caught.value?.message;
  return (
    <form class={styles.form} onSubmit={send}>
      {children}
      {message && (
        <p class={noteStyles.stop} role="alert">
          {message}
        </p>
      )}
      <button type="submit" class={buttonStyles.main} aria-busy={isBusy.value}>
        {title}
      </button>
      {other && (
        <button ref={second} type="submit" class={buttonStyles.button} aria-busy={isBusy.value}>
          {other.title}
        </button>
      )}
    </form>
  );
}
