import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { messageFor, Refused } from '../server/refusal.ts';
import { EntryField } from './entry-field.tsx';
import type { EntriesOf, Values } from './fields.ts';
import { Form } from './form.tsx';
import { openLayer } from './layers.tsx';

export interface ValueFormProps<V extends Values> {
  /** Submit button: verb and object. */
  readonly submitTitle: string;
  readonly entries: EntriesOf<V> | ((values: V) => EntriesOf<V>);
  readonly initial: V;
  readonly submit: (values: V) => Promise<void>;
  /** Whether its first field gets the focus. */
  readonly takesFocus?: boolean;
  /** Content below the fields, based on their values. */
  readonly beside?: (values: V) => ComponentChildren;
}

/** A form built from entries. Errors appear next to their field, otherwise above the button. */
export function ValueForm<V extends Values>({ submitTitle, entries, initial, submit, takesFocus = false, beside }: ValueFormProps<V>) {
  const values = useSignal(initial);
  const refused = useSignal<Refused | null>(null);
  const fields = Object.entries(typeof entries === 'function' ? entries(values.value) : entries).flatMap(([name, entry]) =>
    entry === undefined ? [] : [{ name, entry }],
  );
  async function send() {
    refused.value = null;
    try {
      await submit(values.value);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.value = error;
    }
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
          change={(value) => (values.value = { ...values.value, [name]: value })}
        />
      ))}
      {beside?.(values.value)}
    </Form>
  );
}

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
