import { useSignal } from '@preact/signals';
import { useSending } from '../../server/use-sending.ts';
import { Field } from './field.tsx';
import { Button } from '../mark/button.tsx';
import { openLayer } from '../layer/layers.tsx';
import * as formStyles from '../mark/form.module.css';
import * as noteStyles from '../mark/note.module.css';
import * as buttonStyles from '../mark/button.module.css';

interface Question {
  /** Names the object to be deleted. */
  readonly title: string;
  /** The consequences. */
  readonly about: string;
  /** Verb and object. */
  readonly submitTitle: string;
  readonly act: () => Promise<unknown>;
  /** The name that the user must type first, for objects that hold much that nobody can restore. */
  readonly named?: string;
}

/** Asks for confirmation of a destructive action, and shows its error in the dialog. */
export const confirm = (question: Question): void =>
  openLayer({ title: question.title, draw: (close) => <Confirmation {...question} close={close} /> });

function Confirmation({ about, submitTitle, act, close, named = '' }: Question & { readonly close: () => void }) {
  const { isBusy, refused, send } = useSending();
  const typed = useSignal('');
  const go = () =>
    send(async () => {
      await act();
      close();
    });
  return (
    <div class={formStyles.form}>
      <p>{about}</p>
      {named !== '' && <Field label={`Type ${named} to confirm`} value={typed.value} change={(value) => (typed.value = value)} />}
      {refused.value && (
        <p class={noteStyles.stop} role="alert">
          {refused.value.message}
        </p>
      )}
      <footer>
        <Button look="button" press={close} autoFocus text="Cancel" />
        <Button
          class={buttonStyles.danger}
          aria-busy={isBusy.value}
          refused={typed.value === named ? undefined : `Type ${named} first.`}
          press={() => void go()}
          text={submitTitle}
        />
      </footer>
    </div>
  );
}
