import type { ComponentChildren } from 'preact';
import { useSending } from '../../server/use-sending.ts';
import { Alert } from '../mark/note.tsx';
import * as styles from '../mark/form.module.css';
import { Button } from '../mark/button.tsx';

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

const second = 'second';

/** A form with a submit button, which cannot be pressed twice. */
export function Form({ title, refused = null, submit, other, children }: FormProps) {
  const { isBusy, refused: caught, send: sendOnce } = useSending();
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    void sendOnce(async () => (other && (event.submitter as HTMLButtonElement | null)?.value === second ? other.submit() : submit()));
  };
  const message = refused ?? caught.value?.message;
  return (
    <form class={styles.form} onSubmit={send}>
      {children}
      <Alert text={message} />
      <Button type="submit" look="main" aria-busy={isBusy.value} text={title} />
      {other && <Button type="submit" look="button" value={second} aria-busy={isBusy.value} text={other.title} />}
    </form>
  );
}
