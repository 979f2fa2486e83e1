import { maxOptions, Picker, type PickerProps } from './picker.tsx';

interface SelectProps extends Omit<PickerProps, 'search'> {
  readonly className?: string | undefined;
}

/** A choice: a select, or a searchable field if there are many choices. */
export function Select({ className, ...props }: SelectProps) {
  const { id, label, describedBy, value, choices, change, placeholder, isRequired } = props;
  if (choices.length > maxOptions) {
    return (
      <span class={className}>
        <Picker {...props} />
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
