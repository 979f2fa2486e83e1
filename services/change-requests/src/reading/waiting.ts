import type { ReadContext } from '@signalbox/kit';
import { ChangeRequest, isAuthor } from '../request/change-request.ts';
import { Approval } from '../request/decisions.ts';

type Reading = Pick<ReadContext, 'access' | 'actor' | 'em'>;

const maxLookedAt = 1000;

/** Those of the projects that the caller may see. */
export function visibleTo({ access, actor }: Pick<Reading, 'access' | 'actor'>) {
  const visible = access.visibleTo(actor);
  return visible === 'all' ? {} : { project: { $in: [...visible] } };
}

/** Each is asked for by itself, so that an index finds few of many. */
const kindsOfWaiting = [{ state: 'In review' }, { state: 'Approved' }, { review: 'due' }] as const;

/** The requests that wait for what the caller may do: approve, apply, or look at a direct write. The newest first, a thousand looked at. */
export async function findWaiting(context: Reading, where: object = visibleTo(context)): Promise<ChangeRequest[]> {
  const requests = await findNewestOfKinds(context, where);
  const approved = await approvedBy(context, requests);
  return requests.filter((request) => !(request.state === 'In review' && approved.has(request.id)) && waitsFor(context, request));
}

async function findNewestOfKinds({ em }: Reading, where: object): Promise<ChangeRequest[]> {
  const found: ChangeRequest[] = [];
  for (const kind of kindsOfWaiting)
    found.push(...(await em.find(ChangeRequest, { ...where, ...kind }, { orderBy: { id: 'desc' }, limit: maxLookedAt })));
  return found.toSorted((one, other) => other.id - one.id).slice(0, maxLookedAt);
}

/** Of the requests, those that the caller has approved. Whoever edits one takes the approvals away. */
async function approvedBy({ em, actor }: Reading, requests: readonly ChangeRequest[]): Promise<ReadonlySet<number>> {
  if (actor.id === null) return new Set();
  const given = await em.find(Approval, { userId: actor.id, requestId: { $in: requests.map(({ id }) => id) } });
  return new Set(given.map(({ requestId }) => requestId));
}

/** What one has written oneself waits for others, but to be applied. API tokens approve nothing. */
function waitsFor({ access, actor }: Reading, request: ChangeRequest): boolean {
  const { project, environment, state } = request;
  const may = (permission: string) => access.allows(actor, [permission], { project, environment });
  if (state === 'Approved') return may('APPLY_CHANGE_REQUEST');
  return actor.id !== null && !isAuthor({ actor }, request) && may('APPROVE_CHANGE_REQUEST');
}
