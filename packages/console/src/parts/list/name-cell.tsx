import type { ComponentChildren } from 'preact';
import * as styles from './data-table.module.css';

interface NameCellProps {
  readonly name: ComponentChildren;
  /** Address of its page, if any. */
  readonly href?: string;
  readonly about: ComponentChildren;
  /** Whether the name is a key. */
  readonly isKey?: boolean;
  /** Whether the second line is an identifier, clipped if long. */
  readonly hasId?: boolean;
}

/** The cell that names a row, with a second line. */
export function NameCell({ name, href, about, isKey = false, hasId = false }: NameCellProps) {
  const font = { ...(isKey && { class: 'mono' }) };
  return (
    <span class={styles.who}>
      {href === undefined ? (
        <b {...font}>{name}</b>
      ) : (
        <a {...font} {...{ href }}>
          {name}
        </a>
      )}
      <small {...(hasId && { class: `${styles.clip} mono` })}>{about}</small>
    </span>
  );
}
