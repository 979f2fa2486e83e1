import type { Choice } from './fields.ts';
import { Labelled } from './labelled.tsx';
import { Select } from './select.tsx';

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly change: (value: string) => void;
  readonly hint?: string;
}

/** A labelled choice: a select, or a searchable field if there are many choices. */
export const SelectField = ({ label, hint, ...props }: SelectFieldProps) => (
  <Labelled {...{ label, hint }}>{({ id, 'aria-describedby': describedBy }) => <Select {...{ id, describedBy }} {...props} />}</Labelled>
);
