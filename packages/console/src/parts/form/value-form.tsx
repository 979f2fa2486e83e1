import { EntryField } from './entry-field.tsx';
import { EntryForm, type EntryFormProps } from './entry-form.tsx';
import type { Entry, Values } from './fields.ts';
import { execute } from '../layer/attempt.ts';
import { openLayer } from '../layer/layers.tsx';

export interface ValueFormProps<V extends Values> extends EntryFormProps<V, Entry> {
  /** Shown once the values are submitted. */
  readonly done?: string | ((values: V) => string);
}

/** A form with entries of all kinds. */
export const ValueForm = <V extends Values>({ submit, done, ...props }: ValueFormProps<V>) => (
  <EntryForm
    {...props}
    field={EntryField}
    submit={(values: V) =>
      done === undefined ? submit(values) : execute(() => submit(values), typeof done === 'string' ? done : done(values))
    }
  />
);

interface DialogForm<V extends Values> extends Omit<ValueFormProps<V>, 'submitTitle'> {
  readonly title: string;
  /** By default the title. */
  readonly submitTitle?: string;
  /** For forms with many fields. */
  readonly isWide?: boolean;
}

/** Opens a form in a dialog, which closes on success. */
export function openForm<V extends Values>({ title, submitTitle = title, isWide = false, submit, ...form }: DialogForm<V>): void {
  openLayer({
    title,
    isWide,
    draw: (close) => (
      <ValueForm
        {...form}
        submitTitle={submitTitle}
        takesFocus
        submit={async (values) => {
          await submit(values);
          close();
        }}
      />
    ),
  });
}
