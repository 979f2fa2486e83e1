import type { Choice } from './fields.ts';
import { maxOptions, Picker } from './picker.tsx';

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly change: (value: string) => void;
  /** Shown while nothing is chosen; without it, one of the choices always is. */
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly className?: string | undefined;
}

/** A choice without a visible label: a select, or a searchable field if there are many choices. */
export function Select({ label, value, choices, change, placeholder, isRequired = false, className }: SelectProps) {
  if (choices.length > maxOptions) {
    return (
      <span class={className}>
        <Picker {...{ label, value, choices, change, isRequired }} {...(placeholder !== undefined && { placeholder })} />
      </span>
    );
  }
  return (
    <select
      class={className}
      aria-label={label}
      value={value}
      required={isRequired}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value;
        // The owner decides on the value that is shown.
        currentTarget.value = value;
        change(chosen);
      }}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.title}
        </option>
      ))}
    </select>
  );
}
