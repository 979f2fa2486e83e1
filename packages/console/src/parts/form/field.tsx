import { Labelled } from './labelled.tsx';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  /** Error message from the server. */
  readonly refused?: string | null;
  readonly hint?: string;
  readonly type?: keyof typeof types;
  readonly autocomplete?: string;
  readonly isFirst?: boolean;
  readonly isRequired?: boolean;
  /** Suggested values; others are allowed too. */
  readonly offered?: readonly string[];
}

// Valid attributes depend on the type of the input.
const types = {
  text: { type: 'text' },
  password: { type: 'password' },
  email: { type: 'email' },
  date: { type: 'date' },
  moment: { type: 'datetime-local' },
  number: { type: 'number', step: 'any' },
} as const;

/** A single-line text field with label, hint and error. */
export function Field({
  label,
  value,
  change,
  refused,
  hint,
  type = 'text',
  autocomplete = 'off',
  isFirst,
  isRequired,
  offered = [],
}: FieldProps) {
  return (
    <Labelled {...{ label, hint, refused }}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            {...(offered.length > 0 ? ({ type: 'text', list: `${attributes.id}-offered` } as const) : types[type])}
            value={value}
            autoComplete={autocomplete}
            autoFocus={isFirst}
            required={isRequired}
            onInput={(event) => change(event.currentTarget.value)}
          />
          {offered.length > 0 && (
            <datalist id={`${attributes.id}-offered`}>
              {offered.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Labelled>
  );
}
