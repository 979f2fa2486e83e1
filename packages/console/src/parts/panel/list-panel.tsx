import type { ComponentChildren } from 'preact';
import type { UseQueryResult } from '@tanstack/preact-query';
import type { Refused } from '../../server/refusal.ts';
import { type Action, ActionButton, type Column, DataTable } from '../list/data-table.tsx';
import { PageHead } from './page-head.tsx';
import { Answer, Empty, Panel, PlainPanel } from './panel.tsx';
import * as dataTableStyles from '../list/data-table.module.css';

interface ListProps<Found, Row> {
  /** Describes the rows. */
  readonly title: string;
  readonly of: UseQueryResult<Found, Refused>;
  readonly rows: (found: Found) => readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly actions?: (row: Row) => readonly Action[];
  /** Text without rows. */
  readonly none: string;
  readonly main?: Action | undefined;
  readonly nameOf?: (row: Row) => string;
}

/** One of several panels of a page, with a table of the fetched rows. */
export const ListPanel = <Found, Row>({ main, ...list }: ListProps<Found, Row>) => (
  <Panel title={list.title} end={main && <ActionButton action={main} of={list.title} />}>
    <FetchedTable {...list} />
  </Panel>
);

/** A page with a table of the fetched rows only. */
export const ListPage = <Found, Row>({ about, main, ...list }: ListProps<Found, Row> & { readonly about: string }) => (
  <>
    <PageHead title={list.title} about={about} main={main} />
    <PlainPanel label={list.title}>
      <FetchedTable {...list} />
    </PlainPanel>
  </>
);

const FetchedTable = <Found, Row>({ title, of, rows, none, ...table }: Omit<ListProps<Found, Row>, 'main'>) => (
  <Answer of={of}>{(found) => <DataTable label={title} rows={rows(found)} none={<Empty title={none} />} {...table} />}</Answer>
);

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
    <span class={dataTableStyles.who}>
      {href === undefined ? (
        <b {...font}>{name}</b>
      ) : (
        <a {...font} {...{ href }}>
          {name}
        </a>
      )}
      <small {...(hasId && { class: `${dataTableStyles.clip} mono` })}>{about}</small>
    </span>
  );
}
