import { formatFigure } from '../../base/format.ts';
import { useSignal } from '@preact/signals';
import { useInfiniteQuery } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso/router';
import { useRef, useState } from 'preact/hooks';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { Select } from '../../parts/form/select.tsx';
import { changeRequestHref, hrefOf } from '../../frame/address.ts';
import { Age } from '../../parts/mark/age.tsx';
import { DataTable } from '../../parts/list/data-table.tsx';
import { actorOf } from '../feature/actor-of.ts';
import { EnvironmentBadge } from '../../parts/mark/environment-badge.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Empty, Failed, Skeleton, PlainPanel } from '../../parts/panel/panel.tsx';
import { type AnswerOf, type FoundChangeRequest, ask, type InputOf } from '../../server/ask.ts';
import type { Refused } from '../../server/refusal.ts';
import { useProtected } from '../../server/protection.ts';
import { useSession } from '../../server/session.ts';
import { Tabs } from '../../parts/mark/tabs.tsx';
import { StateTag } from '../../parts/mark/state-tag.tsx';
import { Button, ButtonLink } from '../../parts/mark/button.tsx';
import * as dataTableStyles from '../../parts/list/data-table.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as fieldStyles from '../../parts/form/field.module.css';
import * as styles from './change-requests.module.css';

const name = 'GET /api/admin/search/change-requests';
type Query = NonNullable<InputOf<typeof name>['query']>;
const filters = {
  waiting: 'Waiting for me',
  open: 'Open',
  mine: 'Mine',
  scheduled: 'Scheduled',
  applied: 'Applied',
  all: 'All',
} as const;

type Show = keyof typeof filters;

const shows = Object.keys(filters) as Show[];
/** The client filters and sorts the requests of a page, of which it shows a part. */
const requestsPerPage = 1000;
const rowsPerPage = 50;

type Order = (one: FoundChangeRequest, other: FoundChangeRequest) => number;
const by =
  (textOf: (request: FoundChangeRequest) => string | null): Order =>
  (one, other) =>
    (textOf(one) ?? '').localeCompare(textOf(other) ?? '');
const newest: Order = (one, other) => other.id - one.id;
const orders: Readonly<Record<string, Order>> = {
  'Newest first': newest,
  'Oldest first': (one, other) => one.id - other.id,
  'By title': by(({ title }) => title),
  'By author': by(({ createdBy }) => createdBy.username),
  'By environment': by(({ environment }) => environment),
};

/** Change requests of a project, those waiting for the user first. The filter is part of the address. */
export function ChangeRequests({ project }: { readonly project: string }) {
  const { query } = useLocation();
  const shown = shows.find((show) => show === query['show']) ?? 'waiting';
  return (
    <>
      <PageHead
        title="Change requests"
        about="Proposed changes to protected environments, and scheduled changes. Each request is applied as a whole."
      />
      <Tabs
        label="Filter change requests"
        tabs={shows.map((show) => ({ href: addressOf(project, show), title: filters[show], isCurrent: show === shown }))}
      />
      <PlainPanel label="Change requests">
        <Rows key={shown} project={project} shown={shown} />
      </PlainPanel>
    </>
  );
}

const addressOf = (project: string, show: Show): string => `${hrefOf(project, 'change-requests')}?show=${show}`;

function Rows({ project, shown }: { readonly project: string; readonly shown: Show }) {
  const { user } = useSession();
  const query = { project: `IS:${project}`, ...queryOf(shown, user?.id) };
  const found = useInfiniteQuery<AnswerOf<typeof name>, Refused, { pages: readonly AnswerOf<typeof name>[] }, readonly unknown[], number>({
    queryKey: [name, query],
    queryFn: ({ pageParam, signal }) => ask(name, { query: { ...query, offset: pageParam, limit: requestsPerPage }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (all.length * requestsPerPage < last.total ? all.length * requestsPerPage : undefined),
    enabled: shown !== 'mine' || user !== undefined,
  });
  const rows = found.data?.pages.flatMap(({ changeRequests }) => changeRequests) ?? [];
  if (found.error) return <Failed refusal={found.error} again={() => void found.refetch()} />;
  if (found.isPending) return <Skeleton />;
  if (rows.length === 0) return <Nothing project={project} shown={shown} />;
  return (
    <>
      <RequestTable project={project} rows={rows} />
      {found.hasNextPage && (
        <footer>
          <Button look="button" aria-busy={found.isFetchingNextPage} press={() => void found.fetchNextPage()} text="Load more" />
        </footer>
      )}
    </>
  );
}

function queryOf(shown: Show, userId: number | undefined): Query {
  if (shown === 'waiting') return { waitingFor: 'me' };
  if (shown === 'mine') return { createdBy: `IS:${userId ?? 0}` };
  if (shown === 'all') return {};
  return { state: ({ open: 'IS:open', scheduled: 'IS:Scheduled', applied: 'IS:Applied' } as const)[shown] };
}

const describeTouched = (id: number, names: readonly string[]) =>
  [`#${id}`, ...names.slice(0, 3), ...(names.length > 3 ? [`${names.length - 3} more`] : [])].join(' · ');

const columnsFor = (isProtected: (environment: string) => boolean) => [
  {
    title: 'Change request',
    cell: (request: FoundChangeRequest) => (
      <span class={dataTableStyles.who}>
        <a href={changeRequestHref(request.project, request.id)}>{request.title}</a>
        <small>{describeTouched(request.id, [...request.features, ...request.segments])}</small>
      </span>
    ),
  },
  {
    title: 'Environment',
    cell: ({ environment }: FoundChangeRequest) => <EnvironmentBadge name={environment} isProtected={isProtected(environment)} isStrong />,
  },
  { title: 'State', cell: (request: FoundChangeRequest) => <StateTag request={request} /> },
  { title: 'By', cell: (request: FoundChangeRequest) => actorOf(request) },
  { title: 'Created', cell: ({ createdAt }: FoundChangeRequest) => <Age at={createdAt} /> },
];

const filterTitle = 'Filter by title, feature, author, environment or state';

/** True if each word is part of a property that the row shows. */
function matches(request: FoundChangeRequest, filter: string): boolean {
  const { id, title, features, segments, environment, state } = request;
  const text = [`#${id}`, title, ...features, ...segments, environment, state, actorOf(request)].join(' ').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function RequestTable({ project, rows }: { readonly project: string; readonly rows: readonly FoundChangeRequest[] }) {
  const protecting = useProtected(project);
  const columns = columnsFor((environment) => protecting?.has(environment) ?? false);
  const [filter, order] = [useSignal(''), useSignal('Newest first')];
  const [visible, setVisible] = useState(rowsPerPage);
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ filter: () => field.current?.focus() });
  const found = rows.filter((request) => matches(request, filter.value)).toSorted(orders[order.value] ?? newest);
  return (
    <>
      <div class={`${panelStyles.body} ${styles.tools}`}>
        <span class={fieldStyles.entry}>
          <input
            ref={field}
            type="search"
            placeholder={filterTitle}
            aria-label={filterTitle}
            value={filter.value}
            onInput={(event) => (filter.value = event.currentTarget.value)}
          />
        </span>
        <span class={fieldStyles.entry}>
          <Select
            label="Order"
            value={order.value}
            choices={Object.keys(orders).map((title) => ({ value: title, title }))}
            change={(value) => (order.value = value)}
          />
        </span>
      </div>
      <DataTable
        none={<Empty title="No change request matches" />}
        label="Change requests"
        rows={found.slice(0, visible)}
        columns={columns}
        nameOf={({ title }) => title}
      />
      {found.length > visible && (
        <footer>
          <Button look="button" press={() => setVisible(visible + rowsPerPage)} text={`Show more of ${formatFigure(found.length)}`} />
        </footer>
      )}
    </>
  );
}

const emptyTitles = {
  waiting: 'Nothing is waiting for you',
  open: 'No open change requests',
  mine: 'You have no change requests',
  scheduled: 'No scheduled change requests',
  applied: 'No applied change requests',
  all: 'No change requests yet',
};

function Nothing({ project, shown }: { readonly project: string; readonly shown: Show }) {
  return (
    <Empty title={emptyTitles[shown]}>
      {useProtected(project)?.size === 0 && (
        <p>To require reviews, protect an environment in the project settings. Changes there then go to a draft change request.</p>
      )}
      {shown !== 'all' && <ButtonLink look="button" href={addressOf(project, 'all')} text="Show all" />}
    </Empty>
  );
}
