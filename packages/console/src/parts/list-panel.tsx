import type { UseQueryResult } from '@tanstack/preact-query';
import type { Refused } from '../server/refusal.ts';
import { type Action, ActionButton, type Column, DataTable } from './data-table.tsx';
import { Answer, Empty } from './panel.tsx';
import * as panelStyles from './panel.module.css';

interface ListPanelProps<Found, Row> {
  /** Of what the rows are; a heading where the panel is one of several. */
  readonly label: string;
  readonly isOneOfSeveral?: boolean;
  readonly of: UseQueryResult<Found, Refused>;
  readonly rows: (found: Found) => readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly nameOf: (row: Row) => string;
  readonly actions?: (row: Row) => readonly Action[];
  /** What is said where there are none. */
  readonly none: string;
  readonly main?: Action | undefined;
}

/** Rows of what was answered, in a panel. */
export function ListPanel<Found, Row>({ label, isOneOfSeveral = false, of, rows, none, main, ...table }: ListPanelProps<Found, Row>) {
  return (
    <section class={panelStyles.panel} aria-label={label}>
      {isOneOfSeveral && (
        <header>
          <h2>{label}</h2>
          {main && (
            <span class={panelStyles.end}>
              <ActionButton action={main} of={label} />
            </span>
          )}
        </header>
      )}
      <Answer of={of}>
        {(found) => {
          const shown = rows(found);
          return shown.length === 0 ? <Empty title={none} /> : <DataTable label={label} rows={shown} {...table} />;
        }}
      </Answer>
    </section>
  );
}
