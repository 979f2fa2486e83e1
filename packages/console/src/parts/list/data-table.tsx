import type { ComponentChildren } from 'preact';
import { formatFigure } from '../../base/format.ts';
import { Menu } from '../layer/menu.tsx';
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
  readonly actions?: (row: Row) => readonly Action[];
  /** Shown without rows. */
  readonly none?: ComponentChildren;
  /** Names a row; by default its `name`. */
  readonly nameOf?: (row: Row) => string;
}

const nameIn = (row: unknown): string => (row as { readonly name: string }).name;

/** A table with actions per row. In narrow windows each row is a card. */
export function DataTable<Row>({ label, rows, columns, nameOf = nameIn, actions, none }: DataTableProps<Row>) {
  if (rows.length === 0 && none) return <>{none}</>;
  const keys = keysOf(rows.map(nameOf));
  const hasMenus = rows.some((row) => (actions?.(row).length ?? 0) > 1);
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
          <tr key={keys[index]}>
            {columns.map(({ title, cell }, at) => {
              const content = cell(row);
              const shown = typeof content === 'number' ? formatFigure(content) : content;
              return (
                <td key={title} class={at > 0 && isShort(shown) ? styles.short : ''} data-label={at === 0 ? undefined : title}>
                  {shown}
                </td>
              );
            })}
            {actions && (
              <td class={styles.acts}>
                <RowActions actions={actions(row)} of={nameOf(row)} isMenu={hasMenus} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Names with their number among equal ones, so that a row stays the same when others disappear. */
function keysOf(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return `${name} ${counts.get(name)}`;
  });
}

/** Short values do not wrap: broken words look wrong in narrow columns. */
export const isShort = (shown: ComponentChildren): boolean => typeof shown === 'string' && shown.length <= 16;

/** A button, or a menu if a row of the table has several actions. */
function RowActions({ actions, of, isMenu }: { readonly actions: readonly Action[]; readonly of: string; readonly isMenu: boolean }) {
  if (!actions[0]) return null;
  if (!isMenu) return <ActionButton action={actions[0]} of={of} />;
  return <Menu label={`Actions: ${of}`} choices={actions.map(({ act, ...action }) => ({ ...action, press: act }))} />;
}

/** A button whose accessible name includes its object. If refused, it shows the reason. */
export function ActionButton({ action, of }: { readonly action: Action; readonly of: string }) {
  const { title, act, refused } = action;
  return <Button aria-label={`${title}: ${of}`} refused={refused} press={act} text={title} />;
}
