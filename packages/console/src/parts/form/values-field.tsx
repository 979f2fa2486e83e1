import { formatFigure } from '../../base/format.ts';
import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { withValues } from './values.ts';
import { Button } from '../mark/button.tsx';
import * as fieldStyles from './field.module.css';
import * as styles from './values-field.module.css';

interface ValuesFieldProps {
  readonly values: readonly string[];
  /** The allowed values; empty if any value is allowed. */
  readonly legal: readonly string[];
  readonly change: (values: readonly string[]) => void;
}

const shownAtFirst = 30;

/** A list of values, typed one by one or pasted with commas and line breaks. */
export function ValuesField({ values, legal, change }: ValuesFieldProps) {
  const typed = useSignal('');
  const showsAll = useSignal(false);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const remove = (value: string) => {
    change(values.filter((one) => one !== value));
    field.current?.focus();
  };
  const addTyped = (written: string) => {
    change(withValues(values, written));
    typed.value = '';
  };
  const shown = showsAll.value ? values : values.slice(0, shownAtFirst);
  const unknown = legal.length === 0 ? 0 : values.filter((value) => !legal.includes(value)).length;
  return (
    <div class={fieldStyles.entry}>
      <div class={styles.chosen}>
        {shown.map((value) => (
          <Chip key={value} value={value} remove={() => remove(value)} />
        ))}
        {shown.length < values.length && <Button press={() => (showsAll.value = true)}>Show all {formatFigure(values.length)}</Button>}
        <input
          ref={field}
          class="mono"
          value={typed.value}
          list={legal.length > 0 ? listId : undefined}
          aria-label="Values"
          aria-describedby={`${listId}-note`}
          onInput={(event) =>
            event.currentTarget.value.includes(',') ? addTyped(event.currentTarget.value) : (typed.value = event.currentTarget.value)
          }
          onPaste={(event) => {
            event.preventDefault();
            addTyped(typed.value + (event.clipboardData?.getData('text') ?? ''));
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || typed.value === '') return;
            event.preventDefault();
            addTyped(typed.value);
          }}
          onBlur={() => typed.value && addTyped(typed.value)}
        />
        <datalist id={listId}>
          {legal.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      </div>
      <small id={`${listId}-note`}>{describeUnknown(unknown)}</small>
    </div>
  );
}

function describeUnknown(count: number): string {
  if (count === 0) return 'Press Enter to add a value. Pasted lists are split at commas and line breaks.';
  return count === 1 ? '1 value is not allowed for this field.' : `${count} values are not allowed for this field.`;
}

/** A chosen value with a button that removes it. */
export const Chip = ({ value, remove }: { readonly value: string; readonly remove: () => void }) => (
  <span class={`${styles.chip} mono`}>
    <span class="cut">{value}</span>
    <Button look="quiet" aria-label={`Remove ${value}`} press={remove} icon="close" />
  </span>
);
