import type { ComponentChildren } from 'preact';
import { Button } from '../mark/button.tsx';
import * as styles from './data-table.module.css';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
}

export interface Action {
  readonly title: string;
  readonly act: () => void;
  /** Reason why the user cannot do it, if any. */
  readonly refused?: string | undefined;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly nameOf: (row: Row) => string;
  readonly actions?: (row: Row) => readonly Action[];
}

/** A table with actions per row. In narrow windows each row is a card. */
export function DataTable<Row>({ label, rows, columns, nameOf, actions }: DataTableProps<Row>) {
  return (
    <table class={styles.data} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title }) => (
            <th key={title}>{title}</th>
          ))}
          {actions && (
            <th>
              <span class="unseen">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={`${nameOf(row)} ${index}`}>
            {columns.map(({ title, cell }, at) => {
              const shown = cell(row);
              return (
                <td key={title} class={at > 0 && isShort(shown) ? styles.short : ''} data-label={at === 0 ? undefined : title}>
                  {shown}
                </td>
              );
            })}
            {actions && (
              <td class={styles.acts}>
                <span>
                  {actions(row).map((action) => (
                    <ActionButton key={action.title} action={action} of={nameOf(row)} />
                  ))}
                </span>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Short values do not wrap: broken words look wrong in narrow columns. */
const isShort = (shown: ComponentChildren): boolean => typeof shown === 'string' && shown.length <= 16;

/** A button whose accessible name includes its object. If refused, it shows the reason. */
export function ActionButton({ action, of }: { readonly action: Action; readonly of: string }) {
  const { title, act, refused } = action;
  return (
    <Button aria-label={`${title}: ${of}`} refused={refused} press={act}>
      {title}
    </Button>
  );
}
