import type { FlagEntry } from './fields.ts';
import * as fieldStyles from './field.module.css';

interface FlagFieldProps {
  readonly entry: Omit<FlagEntry, 'kind'>;
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => void;
  /** Gets the focus. */
  readonly isFirst?: boolean;
}

interface CheckBoxProps {
  /** The accessible name, because the label is not shown. */
  readonly label: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly change: () => void;
}

/** A check box beside its object. */
export const CheckBox = ({ label, isOn, isDisabled = false, change }: CheckBoxProps) => (
  <label>
    <input type="checkbox" aria-label={label} checked={isOn} disabled={isDisabled} onChange={change} />
  </label>
);

/** A labelled checkbox. */
export const FlagField = ({ entry: { label, hint }, isOn, change, isFirst = false }: FlagFieldProps) => (
  <label class={fieldStyles.check}>
    <input type="checkbox" checked={isOn} autoFocus={isFirst} onChange={(event) => change(event.currentTarget.checked)} />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
);
