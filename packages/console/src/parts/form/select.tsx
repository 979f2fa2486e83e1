import { type Choice, choiceOf } from './fields.ts';
import { maxOptions, Picker, type PickerProps } from './picker.tsx';

export interface SelectProps extends Omit<PickerProps, 'search' | 'choices'> {
  readonly choices: readonly (Choice | string)[];
  readonly className?: string | undefined;
}

/** A choice: a select, or a searchable field if there are many choices. */
export function Select({ className, choices: offered, ...props }: SelectProps) {
  const { id, label, describedBy, value, change, placeholder, isRequired } = props;
  const choices = offered.map(choiceOf);
  if (choices.length > maxOptions) {
    return (
      <span class={className}>
        <Picker {...props} choices={choices} />
      </span>
    );
  }
  return (
    <select
      id={id}
      class={className}
      aria-label={label}
      aria-describedby={describedBy}
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
