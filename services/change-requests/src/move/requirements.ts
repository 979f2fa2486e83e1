import { type ChangesetOutput, Failure, type Protection, type Refusal } from '@signalbox/contracts';
import { noAccess, type OpenContext } from '@signalbox/kit';
import { demandsOf } from '../change/protected.ts';
import type { Approval } from '../tables/decision.ts';
import { approvalsNeededElsewhere } from '../request/change-request.ts';
import type { Requirement } from '../request/state-machine.ts';
import { approvalsNeeded, approverProblem, type Content, countingApprovals, type ProjectDemands, type Reach } from './approvals.ts';

/** Facts that decide whether a request may move. */
export interface Facts {
  readonly context: Pick<OpenContext, 'access' | 'actor'>;
  readonly content: Content;
  readonly approvals: readonly Approval[];
  /** The protected environments that the changes affect, by project. */
  readonly demands: readonly ProjectDemands[];
  /** Findings of toggles; null if the move does not depend on them. */
  readonly outcome: ChangesetOutput | null;
  readonly impact: Reach | null;
  /** Requested time of the application; null without one. */
  readonly scheduledAt: Date | null;
  readonly now: Date;
}

/** Throws unless all requirements are met. */
export function refuseUnmet(requirements: readonly Requirement[], facts: Facts): void {
  for (const requirement of requirements) checks[requirement](facts);
}

/** True if the requirement needs the findings of toggles. */
export const dependsOnToggles = (requirement: Requirement): boolean => requirement !== 'it has changes';

const checks: Readonly<Record<Requirement, (facts: Facts) => void>> = {
  'it has changes': ({ content: { changes, request } }) => {
    if (changes.length === 0) throw new Failure('BadDataError', `Change request ${request.id} has no changes. Add one first.`);
  },
  'its environment is protected': (facts) => void protectionIn(facts),
  'the approver is eligible': (facts) => {
    protectionIn(facts);
    const problems = facts.demands.map((demands) => approverProblem(facts.context, facts.content, demands));
    const [problem] = problems;
    if (problem && problems.every((one) => one !== null)) throw problem;
  },
  'approvals are missing': (facts) => {
    const { missing } = standingOf(facts);
    if (missing === 0) throw new Failure('BadDataError', `Change request ${facts.content.request.id} already has all required approvals.`);
  },
  'the applier is permitted everywhere': refuseApplication,
  'its environment is not protected': ({ demands: [first], content: { request } }) => {
    const [demand] = first?.demands ?? [];
    if (!demand) return;
    throw new Failure(
      'BadDataError',
      `Environment ${demand.environment} of project ${demand.project} requires change requests. Change request ${request.id} must be approved before it is scheduled.`,
    );
  },
  'the caller may make the changes directly': ({ outcome, content: { request } }) => refuseLacking(outcome, request),
  'it has all approvals': (facts) => {
    const { missing, needed } = standingOf(facts);
    const { id } = facts.content.request;
    if (missing > 0 && facts.approvals.some(({ contentHash }) => contentHash !== facts.content.hash)) throw otherEffects(id);
    if (missing > 0)
      throw new Failure(
        'BadDataError',
        `Change request ${id} requires ${needed} valid approvals of its current content; ${missing} are missing.`,
      );
  },
  'no freeze is active': ({ outcome, demands, content: { request } }) => {
    const frozen = outcome?.frozen;
    if (!frozen) return;
    const freezing = demands.flatMap(
      (own) => own.demands.find(({ protection }) => protection.freezes.some(({ name }) => name === frozen.name)) ?? [],
    );
    const { project, environment } = freezing[0] ?? request;
    const message = `Environment ${environment} of project ${project} is frozen until ${frozen.until} (${frozen.name}).`;
    throw new Failure('BadDataError', message, { extra: { frozen } });
  },
  'nothing conflicts': ({ outcome }) => {
    const conflict = outcome && conflictIn(outcome);
    if (!conflict) return;
    const { message, rule } = conflict;
    throw new Failure('BadDataError', `The change request cannot be applied: ${message}`, { extra: rule === undefined ? {} : { rule } });
  },
  'its time is in the future': ({ scheduledAt, now }) => {
    if (!scheduledAt) throw new Failure('BadDataError', 'scheduledAt is required to schedule a change request', { path: 'scheduledAt' });
    refusePast(scheduledAt, now);
  },
};

/** Throws 400 for a time at which a request can no longer be applied. */
export function refusePast(scheduledAt: Date, now: Date): void {
  if (scheduledAt <= now)
    throw new Failure('BadDataError', `scheduledAt must be in the future; got ${scheduledAt.toISOString()}`, { path: 'scheduledAt' });
}

/** The permissions that the actor lacks for direct requests. Throws 503 if toggles does not report it, as its previous version. */
export function lackingIn(outcome: ChangesetOutput | null): NonNullable<ChangesetOutput['lacking']> | null {
  const lacking = outcome?.lacking;
  if (lacking === undefined) throw new Failure('UnavailableError', 'Changes cannot be scheduled during an update. Try again shortly.');
  return lacking;
}

/** Throws 403 unless the caller may make the changes with direct requests. */
function refuseLacking(outcome: ChangesetOutput | null, { project }: Pick<Content['request'], 'project'>): void {
  const lacking = lackingIn(outcome);
  if (lacking) throw noAccess(lacking.permissions, { project, ...(lacking.environment !== null && { environment: lacking.environment }) });
}

function protectionIn({ outcome, content: { request } }: Facts): Protection {
  if (!outcome) throw new Error('the facts have no dry run');
  return demandsOf(request, outcome);
}

/** 409: the effects have changed since the approval. */
export const otherEffects = (id: number): Failure =>
  new Failure(
    'ConflictError',
    `Change request ${id} would no longer have the approved effects, because a default strategy or a feature changed. Review it again.`,
    { extra: { effectsChanged: true } },
  );

/** Throws 403 unless the caller may apply in all affected environments of the project. Those of other projects have approved it. */
function refuseApplication({ context: { access, actor }, demands: [first] }: Facts): void {
  const lacking = first?.demands.find((demand) => !access.allows(actor, ['APPLY_CHANGE_REQUEST'], demand));
  if (lacking) throw noAccess(['APPLY_CHANGE_REQUEST'], { project: lacking.project, environment: lacking.environment });
}

/** Numbers of required and missing approvals. Each project has its own. */
export function standingOf(facts: Facts): { readonly needed: number; readonly missing: number } {
  const protection = protectionIn(facts);
  const { content, impact, demands } = facts;
  const neededIn = (own: ProjectDemands) =>
    own.project === content.request.project ? approvalsNeeded(content.request, protection, impact) : approvalsNeededElsewhere(own.demands);
  const missingIn = (own: ProjectDemands) => Math.max(0, neededIn(own) - countingApprovals(content, own).length);
  const sum = (count: (own: ProjectDemands) => number) => demands.reduce((total, own) => total + count(own), 0);
  return { needed: sum(neededIn), missing: sum(missingIn) };
}

/** The first conflict as a sentence with the feature or strategy that it is about. */
function conflictIn({ conflicts, changes }: ChangesetOutput): Refusal | null {
  const [ofFeature] = conflicts;
  if (ofFeature) return ofFeature.refusal;
  const change = changes.find(({ refusal }) => refusal !== null);
  if (!change?.refusal) return null;
  const { sentence, refusal } = change;
  return { ...refusal, message: `${sentence}${sentence ? ': ' : ''}${refusal.message}` };
}
