import { useId } from 'preact/hooks';

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly title: string }[];
  readonly change: (value: string) => void;
}

/** One of a few values. */
export function SelectField({ label, value, choices, change }: SelectFieldProps) {
  const id = useId();
  return (
    <div class="entry">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => change(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.title}
          </option>
        ))}
      </select>
    </div>
  );
}
