import { useId, useEffect, useMemo, useRef } from 'preact/hooks';
import { useShortcuts } from '../shortcuts.ts';
import { Icon } from '../mark/icon.tsx';
import * as styles from './filter-field.module.css';
import { useSignal } from '@preact/signals';
import { joinFilter, splitFilter, splitTyped } from '../../base/split-filter.ts';

/** Search and filter field, which a key focuses. Changes apply shortly after the last key. */
export function FilterField(props: FilterFieldProps) {
  const { label, suggest, begin } = props;
  const { field, terms, remove, typed, suggested, at, type, take, press, shut, open } = useFilterField(props);
  const id = useId();
  return (
    <div class={styles.field}>
      <Icon name="search" />
      <Terms terms={terms} remove={remove} />
      <input
        ref={field}
        value={typed}
        placeholder={terms.length === 0 ? label : ''}
        aria-label={label}
        {...(suggest
          ? ({
              type: 'text',
              role: 'combobox',
              autoComplete: 'off',
              'aria-autocomplete': 'list',
              'aria-expanded': suggested.length > 0,
              'aria-controls': `${id}-list`,
              'aria-activedescendant': at >= 0 ? `${id}-${at}` : undefined,
            } as const)
          : ({ type: 'search' } as const))}
        onFocus={() => {
          begin?.();
          open();
        }}
        onBlur={shut}
        onKeyDown={press}
        onInput={(event) => type(event.currentTarget.value)}
      />
      <kbd>/</kbd>
      {suggested.length > 0 && (
        <ul id={`${id}-list`} class={styles.suggested} role="listbox" aria-label={label}>
          {suggested.map((text, index) => (
            <li
              key={text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(text)}
            >
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Complete terms of the filter, each with a button that removes it. */
const Terms = ({ terms, remove }: Pick<ReturnType<typeof useFilterField>, 'terms' | 'remove'>) => (
  <>
    {terms.map((term) => (
      <button key={term} type="button" class={styles.term} aria-label={`Remove filter ${term}`} onClick={() => remove(term)}>
        {term}
        <Icon name="close" />
      </button>
    ))}
  </>
);

interface FilterFieldProps {
  /** The supported syntax. */
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  /** Keys of terms, such as `state` in `state:stale`. */
  readonly keys?: readonly string[];
  /** Completions of the typed text. */
  readonly suggest?: (typed: string) => readonly string[];
  /** Called when the user starts to type. */
  readonly begin?: () => void;
  /** Goes to the first row; by default focuses the first control of the list below. */
  readonly leave?: () => void;
}

const waitMs = 120;
const noKeys: readonly string[] = [];

/** State of a filter field: its complete terms, the typed text, which applies shortly after the last key, and the suggestions. */
function useFilterField({ value, change, keys = noKeys, suggest, leave }: FilterFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts(useMemo(() => ({ filter: () => field.current?.focus() }), []));
  const { terms, words } = splitFilter(value, keys);
  const typed = useSignal(words);
  // Ignore values that this field sent itself: the user has typed on since.
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    typed.value = words;
  }, [typed, value]);
  const send = (text: string) => {
    sent.current = text;
    if (text !== value) change(text);
  };
  const apply = (text: string) => {
    const fresh = splitTyped(text, keys);
    if (fresh.left !== typed.value) typed.value = fresh.left;
    send(joinFilter({ terms: [...new Set([...terms, ...fresh.terms])], words: fresh.words }));
  };
  useEffect(() => {
    const timer = setTimeout(() => apply(typed.value), waitMs);
    return () => clearTimeout(timer);
  }, [typed.value]);
  const remove = (term: string) => {
    send(joinFilter({ terms: terms.filter((each) => each !== term), words: splitTyped(typed.value, keys).words }));
    field.current?.focus();
  };
  const goToRows = () => {
    apply(`${typed.value} `);
    field.current?.blur();
    (leave ?? (() => focusBelow(field.current)))();
  };
  const suggestions = useSuggestions({ typed: typed.value, suggest });
  const take = (text: string) => {
    suggestions.reset();
    typed.value = text;
    field.current?.focus();
  };
  const press = pressed({
    ...suggestions.keysFor(take),
    ...(typed.value === '' && terms.length > 0 && { Backspace: () => remove(terms.at(-1) ?? '') }),
    ...(!suggestions.isSelecting && { Enter: goToRows }),
    ...(suggestions.shown.length === 0 && { ArrowDown: goToRows, Escape: () => field.current?.blur() }),
  });
  const type = (text: string) => {
    typed.value = text;
    suggestions.open();
  };
  return {
    field,
    terms,
    remove,
    typed: typed.value,
    suggested: suggestions.shown,
    at: suggestions.at,
    type,
    take,
    press,
    ...suggestions.events,
  };
}

/** Focuses the first control of the list that a field filters. */
const focusBelow = (field: HTMLElement | null): void =>
  field?.closest('section')?.querySelector<HTMLElement>('td :is(a, button), li :is(a, button)')?.focus();

type Keys = Readonly<Record<string, () => void>>;

/** Handles keys, which then have no other effect. */
const pressed = (keys: Keys) => (event: KeyboardEvent) => {
  const act = event.isComposing ? undefined : keys[event.key];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
};

/** The suggestions for the typed text while the field has the focus, and the index of the selected one; -1 for none. */
function useSuggestions({ typed, suggest }: { readonly typed: string; readonly suggest: FilterFieldProps['suggest'] }) {
  const [isOpen, at] = [useSignal(false), useSignal(-1)];
  const shown = isOpen.value ? (suggest?.(typed) ?? []) : [];
  const move = (step: number) => (at.value = Math.max(-1, Math.min(shown.length - 1, at.value + step)));
  const open = () => {
    isOpen.value = true;
    at.value = -1;
  };
  const close = () => (isOpen.value = false);
  const isSelecting = at.value >= 0 && shown.length > 0;
  const keysFor = (take: (text: string) => void): Keys =>
    shown.length === 0
      ? {}
      : {
          ArrowDown: () => move(1),
          ArrowUp: () => move(-1),
          Escape: close,
          ...(isSelecting && { Enter: () => take(shown[at.value] ?? typed) }),
        };
  return { shown, at: at.value, isSelecting, open, keysFor, reset: () => (at.value = -1), events: { shut: close, open } };
}
