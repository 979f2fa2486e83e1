import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  /** What is wrong with it, in the server's words. */
  readonly refused?: string | null;
  readonly hint?: string;
  readonly type?: keyof typeof types;
  readonly autocomplete?: string;
  readonly isFirst?: boolean;
  readonly isRequired?: boolean;
}

// Which attributes an input takes depends on its type.
const types = {
  text: { type: 'text' },
  password: { type: 'password' },
  email: { type: 'email' },
  date: { type: 'date' },
  number: { type: 'number' },
} as const;

/** One line of text, with its label, a hint, and what was refused about it. */
export function Field({ label, value, change, refused, hint, type = 'text', autocomplete = 'off', isFirst, isRequired }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = refused ?? hint;
  return (
    <div class="entry">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...types[type]}
        value={value}
        autoComplete={autocomplete}
        autoFocus={isFirst}
        required={isRequired}
        aria-invalid={Boolean(refused)}
        aria-describedby={note ? noteId : undefined}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {note && (
        <small id={noteId} class={refused ? 'refused' : ''}>
          {note}
        </small>
      )}
    </div>
  );
}
