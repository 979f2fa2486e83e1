import { useSignal } from '@preact/signals';
import { requestPath } from '@signalbox/contracts/request-path';
import { useInfiniteQuery } from '@tanstack/preact-query';
import { Fragment } from 'preact';
import { formatDay, counted, formatClock, formatExact } from '../../base/format.ts';
import { hrefOf } from '../../frame/address.ts';
import { useFilter } from '../../frame/use-filter.ts';
import { AsCurl } from '../../parts/layer/as-curl.tsx';
import { FilterField } from '../../parts/list/filter-field.tsx';
import { Found } from '../../parts/panel/found.tsx';
import { Empty, Skeleton, PlainPanel } from '../../parts/panel/panel.tsx';
import { useAnswer, ask, type AnswerOf } from '../../server/ask.ts';
import { callOf } from '../../server/call.ts';
import type { Refused } from '../../server/refusal.ts';
import { eventKeys, eventQuery } from './event-filter.ts';
import { foldEvents } from './fold-events.ts';
import { useSession } from '../../server/session.ts';
import { Facets, type Facet } from '../../parts/list/facets.tsx';
import { Title } from '../../parts/mark/title.tsx';
import { ButtonLink } from '../../parts/mark/button.tsx';
import * as filterFieldStyles from '../../parts/list/filter-field.module.css';
import * as historyStyles from '../../parts/mark/history.module.css';
import * as noteStyles from '../../parts/mark/note.module.css';
import * as pageHeadStyles from '../../parts/panel/page-head.module.css';
import * as stickyStyles from '../../parts/mark/sticky.module.css';
import { Proof, type AuditState } from './proof.tsx';
import * as styles from './audit.module.css';
import { termOf } from '../../base/split-filter.ts';
import { describeEvent } from '../feature/event-sentence.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import { actorOf } from '../feature/actor-of.ts';
import { describeAct } from './describe-act.ts';
import { EventLine, type LoggedEvent, ScopeOf } from './event-line.tsx';
import * as tagStyles from '../../parts/mark/tag.module.css';

type Page = AnswerOf<'GET /api/admin/search/events'>;

const eventsPerPage = 50;
const stateEveryMs = 60_000;

/** The audit log of a project or the instance, newest first. The filter is part of the address. */
export function Audit({ project }: { readonly project?: string }) {
  const field = useFilter(hrefOf(project ?? null, 'audit'));
  const { value: filter } = field;
  const namesAuthors = /(?:^|\s)by:/.test(filter);
  const authors = useAnswer('GET /api/admin/event-creators', {}, { when: namesAuthors });
  const filterQuery = eventQuery(filter, project ?? null, (name) => authors.data?.find((author) => author.name === name)?.id ?? undefined);
  const { data: state } = useAnswer('GET /api/admin/audit/state', {}, { when: useSession().may('ADMIN'), everyMs: stateEveryMs });
  const isChoosing = useSignal(false);
  const begin = () => (isChoosing.value = true);
  const facets = useFacets(isChoosing.value);
  return (
    <>
      <div class={pageHeadStyles.head}>
        <div>
          <Title>Audit</Title>
          <p class="dim">Who did what, newest first. Events form a signed chain, so tampering is detected.</p>
        </div>
        <Proof state={state} />
      </div>
      <Broken state={state} />
      <PlainPanel>
        <div class={`${filterFieldStyles.filters} ${stickyStyles.bar}`}>
          <FilterField label="Filter by text or by type: feature: in: by: via: last: from: to:" {...field} keys={eventKeys} begin={begin} />
          <Facets facets={facets} filter={filter} keys={eventKeys} change={field.change} begin={begin} />
          <Exports query={filterQuery} />
        </div>
        {namesAuthors && authors.isPending ? <Skeleton /> : <Events filter={field} query={filterQuery} />}
      </PlainPanel>
    </>
  );
}

function Broken({ state }: { readonly state: AuditState | undefined }) {
  if (!state?.broken) return null;
  const { eventId, reason } = state.broken;
  return (
    <p class={noteStyles.stop} role="alert">
      The audit log has been altered from event {eventId} on ({reason}). <a href={`/audit/${eventId}`}>Event {eventId}</a>
    </p>
  );
}

const exported = 'GET /api/admin/audit/events/export';
const formats = ['ndjson', 'csv'] as const;

const exportAs = { ndjson: 'Export NDJSON', csv: 'Export CSV' };

/** Exports of the filtered list. */
function Exports({ query }: { readonly query: ReturnType<typeof eventQuery> }) {
  return (
    <span class={filterFieldStyles.end}>
      {formats.map((format) => (
        <ButtonLink
          key={format}
          download={`events.${format}`}
          href={requestPath(exported.slice('GET '.length), {}, { ...query, format })}
          text={exportAs[format]}
        />
      ))}
      <AsCurl calls={formats.map((format) => ({ title: exportAs[format], call: callOf(exported, { query: { ...query, format } }) }))} />
    </span>
  );
}

interface EventsProps {
  readonly filter: ReturnType<typeof useFilter>;
  readonly query: ReturnType<typeof eventQuery>;
}

function Events({ filter, query }: EventsProps) {
  const found = useInfiniteQuery<Page, Refused, { pages: readonly Page[] }, readonly unknown[], number | null>({
    queryKey: ['GET /api/admin/search/events', query],
    queryFn: ({ pageParam, signal }) =>
      ask('GET /api/admin/search/events', {
        query: { ...query, ...(pageParam !== null && { before: pageParam }), limit: eventsPerPage },
        signal,
      }),
    initialPageParam: null,
    getNextPageParam: (last) => (last.events.length < eventsPerPage ? undefined : last.events.at(-1)?.id),
    placeholderData: (last) => last,
  });
  const folds = foldEvents(found.data?.pages.flatMap((page) => page.events) ?? []);
  return (
    <Found of={found} count={folds.length} filter={filter} none={<Empty title="No events yet" />}>
      <ol class={historyStyles.history}>
        {folds.map((events, index) => (
          <Fragment key={events[0].id}>
            {dayOf(events) !== dayOf(folds[index - 1]) && <li class={styles.day}>{dayOf(events)}</li>}
            {events.length === 1 ? <EventLine event={events[0]} /> : <FoldedLine events={events} isOpen={folds.length === 1} />}
          </Fragment>
        ))}
      </ol>
    </Found>
  );
}

const dayOf = (events: readonly LoggedEvent[] | undefined): string => (events?.[0] ? formatDay(Date.parse(events[0].createdAt)) : '');

/** Event types that the menu offers; all others can be typed. */
const offeredTypes = [
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-strategy-add',
  'feature-strategy-update',
  'feature-strategy-remove',
  'feature-created',
  'feature-archived',
  'segment-updated',
  'change-request-applied',
  'protection-bypassed',
  'project-user-added',
  'user-created',
  'api-token-created',
  'api-token-deleted',
];

const noContent = { environment: null, data: null, preData: null };

const periods = { '1h': 'past hour', '24h': 'past 24 hours', '7d': 'past 7 days', '30d': 'past 30 days' };

/** The properties to filter events by. Users and environments are fetched once the user starts to choose. */
function useFacets(when: boolean): readonly Facet[] {
  const users = useAnswer('GET /api/admin/event-creators', {}, { when });
  const environments = useAnswer('GET /api/admin/environments', {}, { when });

  return [
    { title: 'User', choices: (users.data ?? []).map(({ name }) => ({ title: name, term: termOf('by', name) })) },
    {
      title: 'Environment',
      choices: (environments.data?.environments ?? []).map(({ name }) => ({ title: name, term: termOf('in', name) })),
    },
    { title: 'Period', choices: Object.entries(periods).map(([span, title]) => ({ title, term: termOf('last', span) })) },
    { title: 'Kind', choices: offeredTypes.map((type) => ({ title: describeEvent({ type, ...noContent }), term: termOf('type', type) })) },
  ];
}

interface FoldedLineProps {
  /** Newest first, all of one request. */
  readonly events: readonly [LoggedEvent, ...LoggedEvent[]];
  /** Whether it starts expanded. */
  readonly isOpen: boolean;
}

const firstOf = (texts: readonly string[]) => `${texts.slice(0, 3).join(', ')}${texts.length > 3 ? ` and ${texts.length - 3} more` : ''}`;

/** The value that all have, if any. */
const commonOf = (values: readonly (string | null)[]): string | null => (new Set(values).size === 1 ? (values[0] ?? null) : null);

/** Several events of one request in one expandable line. */
function FoldedLine({ events, isOpen }: FoldedLineProps) {
  const [{ createdAt }] = events;
  const project = commonOf(events.map((event) => event.project));
  const environment = commonOf(events.map((event) => event.environment));
  // Named once if it is the same for all.
  const named = events.toReversed().map((event) => (environment === null ? event : { ...event, environment: null }));
  const features = new Set(events.flatMap(({ featureName }) => featureName ?? []));
  return (
    <li class={historyStyles.folded}>
      <details open={isOpen}>
        <summary>
          <time dateTime={createdAt} title={formatExact(createdAt)}>
            {formatClock(Date.parse(createdAt))}
          </time>
          <span>
            <b>{actorOf(events[0])}</b> {describeAct(named)} <ScopeOf project={project} environment={environment} />{' '}
            <span class={tagStyles.tag}>{counted(events.length, 'event')}</span>
            <small class="mono">{firstOf([...features])}</small>
          </span>
          <Icon name="down" />
        </summary>
        <ol class={historyStyles.history}>
          {events.map((event) => (
            <EventLine key={event.id} event={event} />
          ))}
        </ol>
      </details>
    </li>
  );
}
