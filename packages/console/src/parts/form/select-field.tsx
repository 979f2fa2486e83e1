import { useId } from 'preact/hooks';
import type { Choice } from './fields.ts';
import { maxOptions, Picker } from './picker.tsx';
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
      {choices.length > maxOptions ? (
        <Picker id={id} value={value} choices={choices} change={change} describedBy={note} />
      ) : (
        <NativeSelect {...{ id, value, choices, change, note }} />
      )}
      {hint && <small id={note}>{hint}</small>}
    </div>
  );
}

interface NativeSelectProps extends Pick<SelectFieldProps, 'value' | 'choices' | 'change'> {
  readonly id: string;
  readonly note: string | undefined;
}

const NativeSelect = ({ id, value, choices, change, note }: NativeSelectProps) => (
  <select id={id} value={value} aria-describedby={note} onChange={(event) => change(event.currentTarget.value)}>
    {choices.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.title}
      </option>
    ))}
  </select>
);
