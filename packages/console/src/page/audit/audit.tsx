import { useSignal } from '@preact/signals';
import { useInfiniteQuery } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso';
import { useMemo, useRef } from 'preact/hooks';
import { sayAge } from '../../base/time.ts';
import { words } from '../../base/words.ts';
import { hrefOf } from '../../frame/address.ts';
import { useShortcuts } from '../../frame/shortcuts.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import { Empty, Failed, Skeleton } from '../../parts/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import type { Refused } from '../../server/refusal.ts';
import { ask, type AnswerOf } from '../../server/request.ts';
import { UndoEvent } from '../feature/undo-event.tsx';
import { eventQuery } from './event-filter.ts';
import { EventLine, type LoggedEvent } from './event-line.tsx';

type Found = AnswerOf<'GET /api/admin/search/events'>;

const eventsPerPage = 50;

/** Who did what, the newest first: of a project, or of the instance. The filter stands in the address. */
export function Audit({ project }: { readonly project?: string }) {
  const { query, route } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const filter = query['q'] ?? '';
  const address = hrefOf(project ?? null, 'audit');
  const search = (text: string) => route(`${address}${text ? `?q=${encodeURIComponent(text)}` : ''}`, true);
  useShortcuts(useMemo(() => ({ filter: () => field.current?.focus() }), []));
  return (
    <>
      <div class="head">
        <div>
          <h1>{words.audit.title}</h1>
          <p class="dim">{words.audit.about}</p>
        </div>
        <Signed />
      </div>
      <section class="panel">
        <div class="filters">
          <FilterField label={words.audit.filter} value={filter} change={search} field={field} />
        </div>
        <Events filter={filter} project={project ?? null} showAll={() => search('')} />
      </section>
    </>
  );
}

/** Up to which event the log is signed; who may not know that sees nothing. */
function Signed() {
  const { data } = useAnswer('GET /api/admin/audit/checkpoints', { query: { limit: 1 } });
  const last = data?.checkpoints[0];
  return last ? <p class="chain">{words.audit.signed(last.eventId, sayAge(Date.parse(last.createdAt), Date.now()))}</p> : null;
}

interface EventsProps {
  readonly filter: string;
  readonly project: string | null;
  readonly showAll: () => void;
}

function Events({ filter, project, showAll }: EventsProps) {
  const query = eventQuery(filter, project);
  const undone = useSignal<LoggedEvent | null>(null);
  const found = useInfiniteQuery<Found, Refused, { pages: readonly Found[] }, readonly unknown[], number>({
    queryKey: ['GET /api/admin/search/events', query],
    queryFn: ({ pageParam, signal }) =>
      ask('GET /api/admin/search/events', { query: { ...query, offset: pageParam, limit: eventsPerPage }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (last.events.length < eventsPerPage ? undefined : all.length * eventsPerPage),
    placeholderData: (last) => last,
  });
  const events = found.data?.pages.flatMap((page) => page.events) ?? [];
  const close = () => (undone.value = null);
  if (found.error) return <Failed refusal={found.error} again={() => void found.refetch()} />;
  if (found.isPending) return <Skeleton />;
  if (events.length === 0) return <Nothing filter={filter} showAll={showAll} />;
  return (
    <>
      <ol class="history">
        {events.map((event) => (
          <EventLine key={event.id} event={event} undo={() => (undone.value = event)} />
        ))}
      </ol>
      {found.hasNextPage && (
        <footer>
          <button type="button" class="b" aria-busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {words.audit.more}
          </button>
        </footer>
      )}
      <Dialog title={words.history.undoTitle} isOpen={undone.value !== null} close={close}>
        {undone.value && <UndoEvent event={undone.value} close={close} />}
      </Dialog>
    </>
  );
}

function Nothing({ filter, showAll }: Pick<EventsProps, 'filter' | 'showAll'>) {
  if (!filter) return <Empty title={words.audit.none} />;
  return (
    <Empty title={words.features.nothingFound(filter)}>
      <button type="button" class="b" onClick={showAll}>
        {words.features.showAll}
      </button>
    </Empty>
  );
}
