import { EntryField } from './entry-field.tsx';
import { EntryForm, type EntryFormProps } from './entry-form.tsx';
import type { Entry, Values } from './fields.ts';
import { openLayer } from '../layer/layers.tsx';

export type ValueFormProps<V extends Values> = EntryFormProps<V, Entry>;

/** A form with entries of all kinds. */
export const ValueForm = <V extends Values>(props: ValueFormProps<V>) => <EntryForm {...props} field={EntryField} />;

interface DialogForm<V extends Values> extends ValueFormProps<V> {
  readonly title: string;
  /** For forms with many fields. */
  readonly isWide?: boolean;
}

/** Opens a form in a dialog, which closes on success. */
export function openForm<V extends Values>({ title, isWide = false, submit, ...form }: DialogForm<V>): void {
  openLayer({
    title,
    isWide,
    draw: (close) => (
      <ValueForm
        {...form}
        takesFocus
        submit={async (values) => {
          await submit(values);
          close();
        }}
      />
    ),
  });
}
