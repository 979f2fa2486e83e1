import { Failure } from '@signalbox/contracts';
import { noAccess, type OpenContext } from '@signalbox/kit';
import { type ChangeRequest, isAdministrator, isAuthor } from './change-request.ts';
import { type Party, type Transition, transitions, type Trigger } from './state-machine.ts';

type Caller = Pick<OpenContext, 'access' | 'actor'>;

/**
 * The transitions that the trigger can cause for the caller. Throws 403 if the caller may not cause it in any state or in
 * this one, and 400 if it is not legal in this state.
 */
export function legalMoves(context: Caller, request: ChangeRequest, trigger: Trigger): readonly [Transition, ...Transition[]] {
  const own = partiesOf(context, request);
  const mayCause = ({ who }: Transition) => who.some((party) => own.has(party));
  const triggered = transitions.filter((transition) => transition.trigger === trigger);
  const possible = triggered.filter(({ from }) => from === request.state);
  if (!triggered.some(mayCause)) throw notTheirs(request, possible.length > 0 ? possible : triggered);
  if (possible.length === 0) throw illegal(request, trigger);
  const [first, ...others] = possible.filter(mayCause);
  if (!first) throw notTheirs(request, possible);
  return [first, ...others];
}

/**
 * The roles of the caller in the request. API tokens cannot approve: an approval needs a user other than the author. If other projects have
 * to approve too, their reviewers are found later, when it is known which ones they are.
 */
export function partiesOf({ access, actor }: Caller, request: ChangeRequest): ReadonlySet<Party> {
  const where = { project: request.project, environment: request.environment };
  const parties = new Set<Party>();
  if (isAuthor({ actor }, request)) parties.add('author');
  if (isAdministrator({ access, actor })) parties.add('administrator');
  if (actor.id !== null && (request.elsewhere || access.allows(actor, ['APPROVE_CHANGE_REQUEST'], where))) parties.add('approver');
  if (access.allows(actor, ['APPLY_CHANGE_REQUEST'], where)) parties.add('applier');
  if (actor.kind === 'system') parties.add('clock');
  return parties;
}

const permissions: Partial<Record<Party, string>> = { approver: 'APPROVE_CHANGE_REQUEST', applier: 'APPLY_CHANGE_REQUEST' };

function notTheirs({ id, project, environment }: ChangeRequest, triggered: readonly Transition[]): Failure {
  const parties = new Set(triggered.flatMap(({ who }) => who));
  if (parties.has('author'))
    return new Failure('ForbiddenError', `Change request ${id} belongs to another user. Only its author and administrators can do this.`);
  const needed = [...parties].flatMap((party) => permissions[party] ?? []);
  return noAccess(needed, { project, environment });
}

const participles: Readonly<Record<Trigger, string>> = {
  'In review': 'sent for review',
  Approved: 'approved',
  Scheduled: 'scheduled',
  Applied: 'applied',
  Cancelled: 'cancelled',
  Rejected: 'rejected',
  edit: 'edited',
  discard: 'deleted',
  time: 'applied on schedule',
};

function illegal({ id, state }: ChangeRequest, trigger: Trigger): Failure {
  const from = transitions.filter((transition) => transition.trigger === trigger).map((transition) => transition.from);
  const where = [...new Set(from)].join(' or ');
  return new Failure('BadDataError', `Change request ${id} is ${state}. It can be ${participles[trigger]} only while it is ${where}.`);
}
