import { Labelled } from './labelled.tsx';
import { Select, type SelectProps } from './select.tsx';

interface SelectFieldProps extends Pick<SelectProps, 'value' | 'choices' | 'change'> {
  readonly label: string;
  readonly hint?: string;
}

/** A labelled choice: a select, or a searchable field if there are many choices. */
export const SelectField = ({ label, hint, ...props }: SelectFieldProps) => (
  <Labelled {...{ label, hint }}>{({ id, 'aria-describedby': describedBy }) => <Select {...{ id, describedBy }} {...props} />}</Labelled>
);
