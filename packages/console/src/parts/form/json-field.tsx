import { useSignal } from '@preact/signals';
import { Field } from './field.tsx';
import { type JsonValue, textOf, valueOf } from './json-text.ts';

interface JsonFieldProps {
  readonly label: string;
  readonly value: JsonValue | null;
  readonly change: (value: JsonValue | null) => void;
  readonly hint?: string;
}

/** A single-line field for a JSON value. It keeps the typed text while the value is the same. */
export function JsonField({ label, value, change, hint }: JsonFieldProps) {
  const typed = useSignal('');
  const isTyped = textOf(valueOf(typed.value)) === textOf(value);
  return (
    <Field
      label={label}
      value={isTyped ? typed.value : textOf(value)}
      change={(text) => {
        typed.value = text;
        change(valueOf(text));
      }}
      {...(hint !== undefined && { hint })}
    />
  );
}
