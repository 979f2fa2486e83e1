import { useSignal } from '@preact/signals';
import { useSending } from '../../server/use-sending.ts';
import { Field } from './field.tsx';
import { Button } from '../mark/button.tsx';
import { execute } from '../layer/attempt.ts';
import { openLayer } from '../layer/layers.tsx';
import type { Action } from '../list/data-table.tsx';
import * as formStyles from '../mark/form.module.css';
import { Alert } from '../mark/note.tsx';

interface Question {
  /** Names the object to be deleted. */
  readonly title: string;
  /** The consequences. */
  readonly about: string;
  /** Verb and object. */
  readonly submitTitle: string;
  readonly act: () => Promise<unknown>;
  /** Shown afterwards. */
  readonly done?: string;
  /** The name that the user must type first, for objects that hold much that nobody can restore. */
  readonly named?: string;
}

/** Asks for confirmation of a destructive action, and shows its error in the dialog. */
export const confirm = (question: Question): void =>
  openLayer({ title: question.title, draw: (close) => <Confirmation {...question} close={close} /> });

interface Deletion {
  readonly name: string;
  /** The kind of object: group. */
  readonly noun: string;
  readonly about: string;
  readonly remove: () => Promise<unknown>;
  readonly refused?: string | undefined;
}

/** Deletes an object after a confirmation. */
export const deletionOf = ({ name, noun, about, remove, refused }: Deletion): Action => ({
  title: 'Delete',
  refused,
  act: () => confirm({ title: `Delete ${name}?`, about, submitTitle: `Delete ${noun}`, act: remove, done: `Deleted ${name}.` }),
});

function Confirmation({ about, submitTitle, act, done, close, named = '' }: Question & { readonly close: () => void }) {
  const { isBusy, refused, send } = useSending();
  const typed = useSignal('');
  const go = () =>
    send(async () => {
      await (done === undefined ? act() : execute(act, done));
      close();
    });
  return (
    <div class={formStyles.form}>
      <p>{about}</p>
      {named !== '' && <Field label={`Type ${named} to confirm`} value={typed.value} change={(value) => (typed.value = value)} />}
      <Alert text={refused.value?.message} />
      <footer>
        <Button look="button" press={close} autoFocus text="Cancel" />
        <Button
          look="danger"
          aria-busy={isBusy.value}
          refused={typed.value === named ? undefined : `Type ${named} first.`}
          press={() => void go()}
          text={submitTitle}
        />
      </footer>
    </div>
  );
}
