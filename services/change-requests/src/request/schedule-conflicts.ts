import { projectWideActions } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { tablesOf } from '../tables/tables.ts';
import type { ChangeRequest } from './change-request.ts';
import { closedStates } from './state-machine.ts';

/** A scheduled request that touches the same as a change. */
export interface ScheduledBeside {
  readonly id: number;
  readonly title: string | null;
}

/** The most scheduled requests of a project that are looked at, those that are due first. */
const maxScheduled = 100;

/**
 * By the ids of the open requests' changes, the other scheduled requests that touch the same feature, strategy, variants or segment:
 * in the same environment, or anywhere where one of both counts in the whole project.
 */
export async function findScheduledBeside(
  em: EntityManager,
  requests: readonly ChangeRequest[],
): Promise<ReadonlyMap<number, readonly ScheduledBeside[]>> {
  const open = requests.filter(({ state }) => !closedStates.includes(state));
  const scheduled = await findScheduled(em, [...new Set(open.map(({ project }) => project))]);
  if (scheduled.length === 0) return new Map();
  const own = await touchesOf(em, open);
  const others = await touchesOf(em, scheduled, [...new Set(own.map(({ touched_id: id }) => id))]);
  const byWhat = Map.groupBy(others, whatOf);
  const beside = own.map((touch) => {
    const same = (byWhat.get(whatOf(touch)) ?? []).filter((other) => isBeside(touch, other));
    const ids = new Set(same.map(({ request_id: id }) => id));
    return { change: touch.change_id, requests: scheduled.filter(({ id }) => ids.has(id)) };
  });
  const found = Map.groupBy(beside, ({ change }) => change);
  return new Map([...found].map(([change, each]) => [change, uniqueOf(each.flatMap((one) => one.requests))]));
}

function findScheduled(em: EntityManager, projects: readonly string[]) {
  return tablesOf(em)
    .selectFrom('request_schedule')
    .innerJoin('change_request', 'change_request.id', 'request_schedule.request_id')
    .where('change_request.state', '=', 'Scheduled')
    .where('change_request.project_id', 'in', projects.length === 0 ? [''] : projects)
    .select(['change_request.id', 'change_request.title'])
    .orderBy('request_schedule.scheduled_at')
    .orderBy('change_request.id')
    .limit(maxScheduled)
    .execute();
}

/** What the requests touch; of that, what is among `ids` where these are given. */
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

const isBeside = (own: Touch, other: Touch): boolean =>
  other.request_id !== own.request_id &&
  other.project_id === own.project_id &&
  (other.environment === own.environment || [own, other].some(({ action }) => projectWideActions.includes(action)));

const uniqueOf = (requests: readonly ScheduledBeside[]): ScheduledBeside[] => [...new Map(requests.map((one) => [one.id, one])).values()];
