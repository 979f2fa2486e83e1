import type { ReadContext } from '@signalbox/kit';
import { ChangeRequest, isAuthor } from '../request/change-request.ts';
import { Approval } from '../tables/decision.ts';

type Reading = Pick<ReadContext, 'access' | 'actor' | 'em'>;

const maxRead = 1000;

/** Condition for requests in projects that the caller can see. */
export function visibleTo({ access, actor }: Pick<Reading, 'access' | 'actor'>) {
  const visible = access.visibleTo(actor);
  return visible === 'all' ? {} : { project: { $in: [...visible] } };
}

/** Queried separately, so that an index finds the few matches of each. */
const kindsOfWaiting = [{ state: 'In review' }, { state: 'Approved' }, { review: 'due' }] as const;

/** Requests that wait for the caller to approve, apply or acknowledge, newest first. Reads at most a thousand. */
export async function findWaiting(context: Reading, where: object = visibleTo(context)): Promise<ChangeRequest[]> {
  const requests = await findNewestOfKinds(context, where);
  const approved = await approvedBy(context, requests);
  return requests.filter((request) => !(request.state === 'In review' && approved.has(request.id)) && waitsFor(context, request));
}

async function findNewestOfKinds({ em }: Reading, where: object): Promise<ChangeRequest[]> {
  const found: ChangeRequest[] = [];
  for (const kind of kindsOfWaiting)
    found.push(...(await em.find(ChangeRequest, { ...where, ...kind }, { orderBy: { id: 'desc' }, limit: maxRead })));
  return found.toSorted((one, other) => other.id - one.id).slice(0, maxRead);
}

/** Ids of the requests that the caller has approved. An edit removes approvals. */
async function approvedBy({ em, actor }: Reading, requests: readonly ChangeRequest[]): Promise<ReadonlySet<number>> {
  if (actor.id === null) return new Set();
  const given = await em.find(Approval, { userId: actor.id, requestId: { $in: requests.map(({ id }) => id) } });
  return new Set(given.map(({ requestId }) => requestId));
}

/** Authors wait for others, except for the application. API tokens cannot approve. */
function waitsFor({ access, actor }: Reading, request: ChangeRequest): boolean {
  const { project, environment, state, elsewhere } = request;
  const may = (permission: string, where = { project, environment }) => access.allows(actor, [permission], where);
  if (state === 'Approved') return may('APPLY_CHANGE_REQUEST');
  const mayApprove = [{ project, environment }, ...(elsewhere ?? [])].some((where) => may('APPROVE_CHANGE_REQUEST', where));
  return actor.id !== null && !isAuthor({ actor }, request) && mayApprove;
}
