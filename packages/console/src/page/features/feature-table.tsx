import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { featureHref } from '../../frame/address.ts';
import { whyHref } from '../../frame/why-href.ts';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { isPhone } from '../../parts/layer/phone.ts';
import { EnvironmentBadge } from '../../parts/mark/environment-badge.tsx';
import { Space, useVirtualRows } from '../../parts/list/virtual-rows.tsx';
import { useAnswer } from '../../server/ask.ts';
import { BulkBar } from './bulk-bar.tsx';
import { FeatureRow, type RowActs } from './feature-row.tsx';
import { favor } from './favor.ts';
import type { Row } from './rows.ts';
import type { Home } from '../../server/session.ts';
import type { OpenRequest, RequestsByFeature } from './use-open-requests.ts';
import { type Sorting, type SortName, sortingAfter } from './sorting.ts';
import { useSelection } from './use-selection.ts';
import type { ListedEnvironment, ShownEnvironments } from './use-shown-environments.ts';
import { useTurn } from './turn/use-turn.tsx';
import * as stickyStyles from '../../parts/mark/sticky.module.css';
import * as styles from './features.module.css';

interface FeatureTableProps {
  /** Across projects, features are neither selected nor switched. */
  readonly home: Home;
  readonly shown: ShownEnvironments;
  readonly requests: RequestsByFeature;
  readonly rows: readonly Row[];
  readonly total: number;
  readonly readNames: () => Promise<readonly string[]>;
  readonly more: () => void;
  /** False while the rows of another filter are shown. */
  readonly isCurrent: boolean;
  /** True once the user leaves the filter for the first row, until the row has the focus. */
  readonly isLeaving: Signal<boolean>;
  readonly sorting: Sorting;
  readonly sort: (next: string) => void;
  /** Shows the check boxes on a phone, which hides them otherwise. */
  readonly isSelecting: boolean;
}

/** Heights in the style sheet: a table row, and a card on a phone, with switches or without. */
const heights = { row: 51, card: 184, plainCard: 152 } as const;
/** Number of rows before the end at which the next page is fetched. */
const rowsAhead = 40;

/** The features of a list, with actions for the selected ones. */
export function FeatureTable(props: FeatureTableProps) {
  const { home, rows, total, readNames, sorting, sort, isSelecting, shown } = props;
  const { visible } = shown;
  const environments = useMemo(() => shown.environments, [JSON.stringify(shown.environments)]);
  const { names, isChosen, choose, chooseAll, clear } = useSelection({ rows, total, readNames });
  const acts = useStableActs({ choose, ask: useTurn() });
  useEffect(() => void clear(), [isSelecting]);
  return (
    <>
      {home !== null && names.length > 0 && <BulkBar project={home} {...{ names, total, chooseAll, clear }} environments={visible} />}
      <table
        class={`${styles.features} ${isSelecting ? styles.selecting : ''} ${home === null ? styles.plain : ''}`}
        aria-rowcount={total + 1}
      >
        <TableHead environments={environments} sorting={sorting} sort={sort} />
        <VisibleRows
          {...props}
          environments={environments}
          projects={useProjectNames(home)}
          isChosen={isChosen}
          acts={home === null ? null : acts}
        />
      </table>
    </>
  );
}

/** The same object for the life of the table, so that its rows render again only if they change. */
function useStableActs(acts: RowActs): RowActs {
  const latest = useRef(acts);
  latest.current = acts;
  return useMemo(() => ({ choose: (name) => latest.current.choose(name), ask: (...turn) => latest.current.ask(...turn) }), []);
}

interface VisibleRowsProps extends Pick<FeatureTableProps, 'home' | 'requests' | 'rows' | 'total' | 'more' | 'isCurrent' | 'isLeaving'> {
  readonly environments: readonly ListedEnvironment[];
  /** Names of projects by id, for the list across projects. */
  readonly projects: ReadonlyMap<string, string> | undefined;
  readonly isChosen: (name: string) => boolean;
  readonly acts: RowActs | null;
}

/** The visible rows and the current row of the keyboard. Scrolling renders nothing else, and only rows that were not visible. */
function VisibleRows({
  home,
  rows,
  total,
  more,
  isCurrent,
  isLeaving,
  environments,
  requests,
  projects,
  isChosen,
  acts,
}: VisibleRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const cardHeight = home === null ? heights.plainCard : heights.card;
  const rowHeight = isPhone.value ? cardHeight : heights.row;
  const { from, to, isBrief, aboveHeight, belowHeight, scrollTo } = useVirtualRows(body, rows.length, rowHeight);
  const { at, moves } = useRowAt({ rows, environments, scrollTo, acts, isCurrent, isLeaving });
  useRowFocus(body, at, isCurrent ? moves : 0);
  useEffect(() => {
    if (to + rowsAhead >= rows.length && rows.length < total) more();
  }, [to, rows.length, total]);
  return (
    <tbody ref={body}>
      <Space height={aboveHeight} />
      {rows.slice(from, to).map((row, index) => (
        <FeatureRow
          key={row.name}
          row={row}
          index={from + index}
          isAt={from + index === at}
          isBrief={isBrief(from + index)}
          project={projects?.get(row.project)}
          isChosen={isChosen(row.name)}
          requests={requests.get(row.name) ?? noRequests}
          environments={environments}
          acts={acts}
        />
      ))}
      <Space height={belowHeight} />
    </tbody>
  );
}

/** Focuses the link of the current row, once it is rendered, after a key has moved there. */
function useRowFocus(body: RefObject<HTMLElement | null>, at: number, moves: number): void {
  const followed = useRef(0);
  useEffect(() => {
    const link = moves > followed.current && body.current?.querySelector<HTMLElement>(`[aria-rowindex="${at + 2}"] a`);
    if (!link) return;
    followed.current = moves;
    link.focus({ preventScroll: true });
  });
}

const noRequests: readonly OpenRequest[] = [];

/** Names of projects by id, for the list across projects. */
function useProjectNames(home: Home): ReadonlyMap<string, string> | undefined {
  const { data } = useAnswer('GET /api/admin/projects', {}, { when: home === null });
  return home === null ? new Map(data?.projects.map(({ id, name }) => [id, name])) : undefined;
}

interface RowKeys {
  readonly rows: readonly Row[];
  readonly environments: readonly ListedEnvironment[];
  readonly scrollTo: (index: number) => void;
  readonly acts: RowActs | null;
  readonly isCurrent: boolean;
  readonly isLeaving: Signal<boolean>;
}

/**
 * Index of the current row of the keyboard, and how often keys have moved it. Registers the shortcuts that move it and act on it. A shortcut that is pressed while rows of
 * another filter are shown waits for the current ones, so that it never acts on the wrong feature.
 */
function useRowAt({ rows, environments, scrollTo, acts, isCurrent, isLeaving }: RowKeys) {
  const at = useSignal(0);
  const moves = useSignal(0);
  const delayed = useRef<((row: Row) => void) | null>(null);
  useEffect(() => {
    if (!isLeaving.value) return;
    isLeaving.value = false;
    at.value = 0;
    moves.value += 1;
  }, [isLeaving.value]);
  useEffect(() => {
    const [work, row] = [delayed.current, rows[at.value]];
    if (!isCurrent || !work) return;
    delayed.current = null;
    if (row) work(row);
  }, [isCurrent, rows]);
  const { route } = useLocation();
  useShortcuts(
    useMemo(() => {
      const move = (step: number) => () => {
        at.value = Math.min(rows.length - 1, Math.max(0, at.value + step));
        scrollTo(at.value);
        moves.value += 1;
      };
      const onRow = (work: (row: Row) => void) => () => {
        const row = rows[at.value];
        if (!isCurrent) delayed.current = work;
        else if (row) work(row);
      };
      return {
        down: move(1),
        up: move(-1),
        open: onRow((row) => route(featureHref(row.project, row.name))),
        why: onRow((row) => route(whyHref(row.project, row.name))),
        favorite: onRow((row) => void favor(row)),
        ...(acts && {
          select: onRow((row) => acts.choose(row.name)),
          switch: (key: string) => onRow((row) => acts.ask(row, environments[Number(key) - 1], true))(),
        }),
      };
    }, [rows, isCurrent, JSON.stringify(environments)]),
  );
  return { at: at.value, moves: moves.value };
}

interface TableHeadProps {
  readonly environments: readonly ListedEnvironment[];
  readonly sorting: Sorting;
  readonly sort: (next: string) => void;
}

const TableHead = ({ environments, sorting, sort }: TableHeadProps) => (
  <thead class={stickyStyles.head}>
    <tr aria-rowindex={1}>
      <SortHead title="Feature" by="name" sorting={sorting} sort={sort} />
      {environments.map((environment) => (
        <SortHead
          key={environment.name}
          title={`reach in ${environment.name}`}
          by={`reach:${environment.name}`}
          sorting={sorting}
          sort={sort}
        >
          <EnvironmentBadge name={environment.name} isProtected={environment.protected} />
          {environment.protected && <span class="unseen">protected: changes require a change request</span>}
        </SortHead>
      ))}
      <SortHead title="24 hours" by="evaluated" className={styles.seen} sorting={sorting} sort={sort} />
      <SortHead title="Changed" by="changed" className={styles.seen} sorting={sorting} sort={sort} />
    </tr>
  </thead>
);

interface SortHeadProps extends Pick<TableHeadProps, 'sorting' | 'sort'> {
  readonly title: string;
  readonly by: SortName;
  readonly className?: string | undefined;
  /** Shown instead of the title. */
  readonly children?: ComponentChildren;
}

const directions = { asc: 'ascending', desc: 'descending' } as const;

/** The head of a column that the list can be sorted by. */
const SortHead = ({ title, by, className, sorting, sort, children }: SortHeadProps) => (
  <th class={className} aria-sort={sorting.by === by ? directions[sorting.order] : undefined}>
    <button type="button" class={styles.sort} title={`Sort by ${title}`} onClick={() => sort(sortingAfter(sorting, by))}>
      {children ?? title}
      {sorting.by === by && <span aria-hidden="true">{sorting.order === 'asc' ? '↑' : '↓'}</span>}
    </button>
  </th>
);
