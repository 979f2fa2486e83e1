import { useId } from 'preact/hooks';
import * as fieldStyles from './field.module.css';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly hint?: string;
}

/** A multi-line text field. */
export function TextField({ label, value, change, hint }: TextFieldProps) {
  const id = useId();
  return (
    <div class={fieldStyles.entry}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        value={value}
        aria-describedby={hint ? `${id}-note` : undefined}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {hint && <small id={`${id}-note`}>{hint}</small>}
    </div>
  );
}
