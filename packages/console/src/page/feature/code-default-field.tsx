import type { ComponentProps } from 'preact';
import { JsonField } from '../../parts/form/json-field.tsx';

type CodeDefaultFieldProps = Omit<ComponentProps<typeof JsonField>, 'label' | 'hint'>;

/** The value that the code of a feature falls back to. */
export const CodeDefaultField = (props: CodeDefaultFieldProps) => (
  <JsonField
    label="Code default"
    hint="The value your code uses when no evaluation is available: true, 12, text or a JSON object."
    {...props}
  />
);
