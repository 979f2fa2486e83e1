import { formatFigure } from '../../base/format.ts';
import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import type { Choice } from './fields.ts';
import * as filterFieldStyles from '../list/filter-field.module.css';
import * as styles from './picker.module.css';

/** Lists with more choices are searched instead of scrolled. */
export const maxOptions = 20;

const maxShown = 50;

export interface PickerProps {
  readonly id?: string;
  /** The accessible name, unless a label element names the field. */
  readonly label?: string;
  readonly describedBy?: string | undefined;
  /** The chosen value; empty if there is none. */
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly change: (value: string) => void;
  /** Shown while nothing is chosen. */
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  /** Receives the typed text if a server finds the choices. Otherwise, the field searches their titles. */
  readonly search?: (typed: string) => void;
}

/** A field to choose one of many values, found by typing a part of its title. */
export function Picker({ id, label, describedBy, placeholder, isRequired = false, ...props }: PickerProps) {
  const { shown, further, at, isOpen, text, field, type, open, shut, press, take } = usePicker(props);
  const listId = useId();
  return (
    <span class={styles.picker}>
      <input
        ref={field}
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-label={label}
        aria-describedby={describedBy}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && at >= 0 ? `${listId}-${at}` : undefined}
        value={text}
        placeholder={placeholder}
        required={isRequired}
        onFocus={(event) => {
          event.currentTarget.select();
          open();
        }}
        onClick={open}
        onBlur={shut}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
      />
      {isOpen && <Options {...{ listId, shown, further, at, take }} label={label ?? 'Choices'} />}
    </span>
  );
}

interface OptionsProps {
  readonly listId: string;
  readonly label: string;
  readonly shown: readonly Choice[];
  /** The number of further choices. */
  readonly further: number;
  readonly at: number;
  readonly take: (choice: Choice) => void;
}

const Options = ({ listId, label, shown, further, at, take }: OptionsProps) => (
  <ul id={listId} class={`${filterFieldStyles.suggested} ${styles.list}`} role="listbox" aria-label={label} tabIndex={-1}>
    {shown.map((choice, index) => (
      <li
        key={choice.value}
        id={`${listId}-${index}`}
        role="option"
        aria-selected={index === at}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => take(choice)}
      >
        {choice.title}
      </li>
    ))}
    {shown.length === 0 && <Remark text="Nothing matches" />}
    {further > 0 && <Remark text={`${formatFigure(further)} more: type to find them`} />}
  </ul>
);

const Remark = ({ text }: { readonly text: string }) => (
  <li role="option" aria-disabled="true" aria-selected="false">
    {text}
  </li>
);

/** State of a picker: the typed text, null unless the user searches, and the choices that match it. */
function usePicker({ value, choices, change, search }: Pick<PickerProps, 'value' | 'choices' | 'change' | 'search'>) {
  const [typed, isOpen, at] = [useSignal<string | null>(null), useSignal(false), useSignal(-1)];
  const field = useRef<HTMLInputElement>(null);
  const found = search || typed.value === null ? choices : choices.filter(isFoundBy(typed.value));
  const shown = found.slice(0, maxShown);
  const shut = () => {
    isOpen.value = false;
    if (typed.value !== null) search?.('');
    typed.value = null;
    at.value = -1;
  };
  const open = () => (isOpen.value = true);
  const take = (choice: Choice) => {
    shut();
    change(choice.value);
  };
  const type = (text: string) => {
    typed.value = text;
    at.value = text === '' ? -1 : 0;
    open();
    search?.(text);
  };
  const move = (step: number) => {
    open();
    at.value = Math.max(0, Math.min(shown.length - 1, at.value + step));
    document.getElementById(field.current?.getAttribute('aria-activedescendant') ?? '')?.scrollIntoView({ block: 'nearest' });
  };
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: isOpen.value && shown[at.value] ? () => take(shown[at.value] as Choice) : undefined,
    Escape: isOpen.value ? shut : undefined,
  };
  const press = (event: KeyboardEvent) => {
    const act = event.isComposing || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const title = choices.find((choice) => choice.value === value)?.title ?? value;
  const text = typed.value ?? title;
  return { shown, further: found.length - shown.length, at: at.value, isOpen: isOpen.value, text, field, type, open, shut, press, take };
}

const isFoundBy =
  (typed: string) =>
  ({ title, about = '' }: Choice): boolean =>
    `${title} ${about}`.toLowerCase().includes(typed.trim().toLowerCase());
