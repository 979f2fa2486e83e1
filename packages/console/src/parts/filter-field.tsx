import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import * as styles from './filter-field.module.css';

interface FilterFieldProps {
  /** What may be typed. */
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  /** The text completed in the ways that are known. */
  readonly suggest?: (typed: string) => readonly string[];
  /** Told when somebody begins to type. */
  readonly begin?: () => void;
}

const waitMs = 120;

/** Search and filter in one; it takes effect a moment after the last key. */
export function FilterField({ label, value, change, field, suggest, begin }: FilterFieldProps) {
  const typed = useSignal(value);
  // What comes back of what was typed here is older than what is typed by then.
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    typed.value = value;
  }, [typed, value]);
  useEffect(() => {
    if (typed.value === value) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed.value;
      change(typed.value);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [typed.value]);
  const [isOpen, at] = [useSignal(false), useSignal(-1)];
  const id = useId();
  const suggested = isOpen.value ? (suggest?.(typed.value) ?? []) : [];
  const take = (text: string) => {
    typed.value = text;
    at.value = -1;
    field.current?.focus();
  };
  const move = (step: number) => (at.value = Math.max(-1, Math.min(suggested.length - 1, at.value + step)));
  const keys: Readonly<Record<string, () => void>> =
    suggested.length === 0
      ? {}
      : {
          ArrowDown: () => move(1),
          ArrowUp: () => move(-1),
          Escape: () => (isOpen.value = false),
          ...(at.value >= 0 && { Enter: () => take(suggested[at.value] ?? typed.value) }),
        };
  return (
    <label class={styles.field}>
      <Icon name="search" />
      <input
        ref={field}
        value={typed.value}
        placeholder={label}
        aria-label={label}
        {...(suggest
          ? ({
              type: 'text',
              role: 'combobox',
              autoComplete: 'off',
              'aria-autocomplete': 'list',
              'aria-expanded': suggested.length > 0,
              'aria-controls': `${id}-list`,
              'aria-activedescendant': at.value >= 0 ? `${id}-${at.value}` : undefined,
            } as const)
          : ({ type: 'search' } as const))}
        onFocus={begin}
        onBlur={() => (isOpen.value = false)}
        onKeyDown={(event) => {
          const press = event.isComposing ? undefined : keys[event.key];
          if (!press) return;
          event.preventDefault();
          event.stopPropagation();
          press();
        }}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          isOpen.value = true;
          at.value = -1;
        }}
      />
      <kbd>/</kbd>
      {suggested.length > 0 && (
        <ul id={`${id}-list`} class={styles.suggested} role="listbox" aria-label={label}>
          {suggested.map((text, index) => (
            <li
              key={text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at.value}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(text)}
            >
              {text}
            </li>
          ))}
        </ul>
      )}
    </label>
  );
}
