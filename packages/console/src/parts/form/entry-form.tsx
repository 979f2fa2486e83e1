import { useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { messageFor, type Refused, catchRefusal } from '../../server/refusal.ts';
import type { EntriesOf, EntryFieldProps, Values } from './fields.ts';
import { Form } from './form.tsx';

export interface EntryFormProps<V extends Values, E> {
  /** Submit button: verb and object. */
  readonly submitTitle: string;
  readonly entries: EntriesOf<V, E> | ((values: V) => EntriesOf<V, E>);
  readonly initial: V;
  /** Makes values fit each other after each change. */
  readonly adapt?: (values: V) => V;
  readonly submit: (values: V) => Promise<unknown>;
  /** Whether its first field gets the focus. */
  readonly takesFocus?: boolean;
  /** Content below the fields, based on their values. */
  readonly beside?: (values: V) => ComponentChildren;
}

interface AnyEntryFormProps<V extends Values, E> extends EntryFormProps<V, E> {
  /** Renders an entry. */
  readonly field: ComponentType<EntryFieldProps<E>>;
}

/** A form built from entries. Errors appear next to their field, otherwise above the button. */
export function EntryForm<V extends Values, E>({
  field: EntryField,
  submitTitle,
  entries,
  initial,
  adapt = (changed) => changed,
  submit,
  takesFocus = false,
  beside,
}: AnyEntryFormProps<V, E>) {
  const values = useSignal(initial);
  const refused = useSignal<Refused | null>(null);
  const fields = Object.entries<E | undefined>(typeof entries === 'function' ? entries(values.value) : entries).flatMap(([name, entry]) =>
    entry === undefined ? [] : [{ name, entry }],
  );
  async function send() {
    refused.value = null;
    refused.value = await catchRefusal(() => submit(values.value));
  }
  const isBeside = fields.some(({ name }) => messageFor(refused.value, name) !== null);
  return (
    <Form title={submitTitle} refused={isBeside ? null : (refused.value?.message ?? null)} submit={send}>
      {fields.map(({ name, entry }, index) => (
        <EntryField
          key={name}
          entry={entry}
          value={values.value[name] ?? ''}
          refused={messageFor(refused.value, name)}
          isFirst={takesFocus && index === 0}
          change={(value) => (values.value = adapt({ ...values.value, [name]: value }))}
        />
      ))}
      {beside?.(values.value)}
    </Form>
  );
}
