import { useSending } from '../../server/use-sending.ts';
import { openLayer } from './layers.tsx';
import * as buttonStyles from '../mark/button.module.css';
import * as formStyles from '../mark/form.module.css';
import * as noteStyles from '../mark/note.module.css';

interface Question {
  /** Names the object to be deleted. */
  readonly title: string;
  /** The consequences. */
  readonly about: string;
  /** Verb and object. */
  readonly submitTitle: string;
  readonly act: () => Promise<unknown>;
}

/** Asks for confirmation of a destructive action, and shows its error in the dialog. */
export const confirm = (question: Question): void =>
  openLayer({ title: question.title, draw: (close) => <Confirmation {...question} close={close} /> });

function Confirmation({ about, submitTitle, act, close }: Question & { readonly close: () => void }) {
  const { isBusy, refused, send } = useSending();
  const go = () =>
    send(async () => {
      await act();
      close();
    });
  return (
    <div class={formStyles.form}>
      <p>{about}</p>
      {refused.value && (
        <p class={noteStyles.stop} role="alert">
          {refused.value.message}
        </p>
      )}
      <footer>
        <button type="button" class={buttonStyles.button} onClick={close} autoFocus>
          Cancel
        </button>
        <button type="button" class={buttonStyles.danger} aria-busy={isBusy.value} onClick={() => void go()}>
          {submitTitle}
        </button>
      </footer>
    </div>
  );
}
