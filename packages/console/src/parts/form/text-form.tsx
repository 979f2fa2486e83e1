import { EntryForm, type EntryFormProps } from './entry-form.tsx';
import { Field } from './field.tsx';
import { type EntryFieldProps, hintOf, type TextEntry, type Values } from './fields.ts';

/** A form with single-line texts only. The pages before login need no more, and load faster without the other kinds. */
export const TextForm = <V extends Values>(props: EntryFormProps<V, TextEntry>) => <EntryForm {...props} field={TextEntryField} />;

/** The field of a single-line text. */
export const TextEntryField = ({ entry, value, change, refused, isFirst }: EntryFieldProps<TextEntry>) => (
  <Field
    {...{ refused, isFirst, change }}
    label={entry.label}
    value={String(value)}
    type={entry.kind === 'secret' ? 'password' : entry.kind}
    isRequired={entry.isRequired ?? false}
    autocomplete={entry.autocomplete ?? 'off'}
    {...hintOf(entry)}
  />
);
