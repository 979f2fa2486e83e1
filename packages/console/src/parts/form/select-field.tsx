import { useId } from 'preact/hooks';
import type { Choice } from './fields.ts';
import { Select } from './select.tsx';
import * as fieldStyles from './field.module.css';

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly change: (value: string) => void;
  readonly hint?: string;
}

/** A labelled choice: a select, or a searchable field if there are many choices. */
export function SelectField({ label, value, choices, change, hint }: SelectFieldProps) {
  const id = useId();
  const note = hint === undefined ? undefined : `${id}-note`;
  return (
    <div class={fieldStyles.entry}>
      <label htmlFor={id}>{label}</label>
      <Select {...{ id, value, choices, change }} describedBy={note} />
      {hint && <small id={note}>{hint}</small>}
    </div>
  );
}
