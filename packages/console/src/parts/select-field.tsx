import { useId } from 'preact/hooks';
import * as fieldStyles from './field.module.css';

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly title: string }[];
  readonly change: (value: string) => void;
  readonly hint?: string;
}

export function SelectField({ label, value, choices, change, hint }: SelectFieldProps) {
  const id = useId();
  return (
    <div class={fieldStyles.entry}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} aria-describedby={hint && `${id}-note`} onChange={(event) => change(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.title}
          </option>
        ))}
      </select>
      {hint && <small id={`${id}-note`}>{hint}</small>}
    </div>
  );
}
