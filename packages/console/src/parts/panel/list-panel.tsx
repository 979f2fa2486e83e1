import type { UseQueryResult } from '@tanstack/preact-query';
import type { Refused } from '../../server/refusal.ts';
import { type Action, ActionButton, type Column, DataTable } from '../list/data-table.tsx';
import { Answer, Empty } from './panel.tsx';
import * as panelStyles from './panel.module.css';

interface ListPanelProps<Found, Row> {
  /** Describes the rows; shown as a heading if the page has several panels. */
  readonly label: string;
  readonly isOneOfSeveral?: boolean;
  readonly of: UseQueryResult<Found, Refused>;
  readonly rows: (found: Found) => readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly nameOf: (row: Row) => string;
  readonly actions?: (row: Row) => readonly Action[];
  /** Text without rows. */
  readonly none: string;
  readonly main?: Action | undefined;
}

/** A panel with a table of the fetched rows. */
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
