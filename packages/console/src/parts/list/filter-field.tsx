import { useId } from 'preact/hooks';
import { Icon } from '../mark/icon.tsx';
import { type FilterFieldProps, useFilterField } from './use-filter-field.ts';
import * as styles from './filter-field.module.css';

/** Search and filter field. Changes apply shortly after the last key. */
export function FilterField(props: FilterFieldProps) {
  const { label, field, suggest, begin } = props;
  const { terms, remove, typed, suggested, at, type, take, press, shut, open } = useFilterField(props);
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
