import { isProjectWide } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { tablesOf } from '../tables/tables.ts';
import { type ChangeRequest, titleOf } from './change-request.ts';
import { closedStates } from './state-machine.ts';

/** A scheduled request with the same subject as a change. */
export interface ScheduledConflict {
  readonly id: number;
  readonly title: string;
}

/** Maximum number of scheduled requests per query, next first. */
const maxScheduled = 100;

/**
 * Other scheduled requests that touch the same feature, strategy, variants or segment as a change of these open requests, by
 * change id. They must be in the same environment, unless one of the two changes affects the whole project.
 */
export async function findScheduledConflicts(
  em: EntityManager,
  requests: readonly ChangeRequest[],
): Promise<ReadonlyMap<number, readonly ScheduledConflict[]>> {
  const open = requests.filter(({ state }) => !closedStates.includes(state));
  const scheduled = await findScheduled(em, [...new Set(open.map(({ project }) => project))]);
  if (scheduled.length === 0) return new Map();
  const own = await touchesOf(em, open);
  const others = await touchesOf(em, scheduled, [...new Set(own.map(({ touched_id: id }) => id))]);
  const byWhat = Map.groupBy(others, whatOf);
  const beside = own.map((touch) => {
    const same = (byWhat.get(whatOf(touch)) ?? []).filter((other) => isConflict(touch, other));
    const ids = new Set(same.map(({ request_id: id }) => id));
    return { change: touch.change_id, requests: scheduled.filter(({ id }) => ids.has(id)) };
  });
  const found = Map.groupBy(beside, ({ change }) => change);
  return new Map([...found].map(([change, each]) => [change, uniqueOf(each.flatMap((one) => one.requests))]));
}

async function findScheduled(em: EntityManager, projects: readonly string[]): Promise<ScheduledConflict[]> {
  const found = await tablesOf(em)
    .selectFrom('request_schedule')
    .innerJoin('change_request', 'change_request.id', 'request_schedule.request_id')
    .where('change_request.state', '=', 'Scheduled')
    .where('change_request.project_id', 'in', projects.length === 0 ? [''] : projects)
    .select(['change_request.id', 'change_request.title', 'change_request.content_title'])
    .orderBy('request_schedule.scheduled_at')
    .orderBy('change_request.id')
    .limit(maxScheduled)
    .execute();
  return found.map(({ id, title, content_title: contentTitle }) => ({ id, title: titleOf({ id, title, contentTitle }) }));
}

/** Touches of the requests, limited to `ids` if given. */
function touchesOf(em: EntityManager, requests: readonly { readonly id: number }[], ids?: readonly string[]) {
  const all = tablesOf(em)
    .selectFrom('change_touch')
    .innerJoin('proposed_change', 'proposed_change.id', 'change_touch.change_id')
    .innerJoin('change_request', 'change_request.id', 'change_touch.request_id')
    .where(
      'change_touch.request_id',
      'in',
      requests.map(({ id }) => id),
    )
    .where('change_touch.kind', '!=', 'used-segment')
    .select([
      'change_touch.change_id',
      'change_touch.kind',
      'change_touch.touched_id',
      'change_touch.request_id',
      'proposed_change.action',
      'change_request.environment',
      'change_request.project_id',
    ]);
  return (ids === undefined ? all : all.where('change_touch.touched_id', 'in', ids.length === 0 ? [''] : ids)).execute();
}

type Touch = Awaited<ReturnType<typeof touchesOf>>[number];

const whatOf = ({ kind, touched_id: id }: Touch): string => compositeKey(kind, id);

const isConflict = (own: Touch, other: Touch): boolean =>
  other.request_id !== own.request_id &&
  other.project_id === own.project_id &&
  (other.environment === own.environment || [own, other].some(isProjectWide));

const uniqueOf = (requests: readonly ScheduledConflict[]): ScheduledConflict[] => [
  ...new Map(requests.map((one) => [one.id, one])).values(),
];
