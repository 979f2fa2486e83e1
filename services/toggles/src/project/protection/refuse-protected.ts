import { type Fact, Failure, freezeAt, principalKey, type Protection, protectionBypassed } from '@signalbox/contracts';
import { type AccessScope, type Context, type DraftEvent, slot } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { plainPolicy, ProtectedEnvironment, protectionOf } from './protected-environment.ts';
import { weakenings } from './weakenings.ts';

export const skip = 'SKIP_CHANGE_REQUEST';

/** Returns true if the caller may skip change requests there. */
export const maySkip = ({ access, actor }: Pick<Context, 'access' | 'actor'>, where: AccessScope): boolean =>
  access.allows(actor, [skip], where);

/** The verdicts of this unit of work, and the record of the first protection that it bypasses. */
const verdicts = slot(() => ({ judged: new Set<string>(), opened: new Set<string>(), bypass: null as Bypass | null }));

type Bypass = Required<Pick<Fact<typeof protectionBypassed>, 'project' | 'environment' | 'data'>>;

/**
 * Refuses a direct write where change requests are required, unless the caller may skip them there (reference, toggle side
 * §25). With `project`, all environments of the project count, and skipping in one of them is not enough. A caller who skips
 * them must give a reason if one of these environments requires it or is frozen; in an emergency the reason may follow later.
 * Applied change requests are not direct writes. Judges a scope once per unit of work.
 */
export async function refuseProtected(
  context: Context,
  by: 'environment' | 'project',
  where: { readonly project: string; readonly environment: string },
  isEmergency = false,
): Promise<void> {
  if (!context.directWrite) return;
  const { project, environment } = where;
  const scope = by === 'environment' ? { project, environment } : { project };
  if (isJudged(context, scope)) return;
  const rows = await context.em.find(ProtectedEnvironment, scope, { orderBy: { environment: 'asc' } });
  const guarded = rows.filter((row) => !context.slot(verdicts).opened.has(compositeKey(row.project, row.environment)));
  const [first] = guarded;
  if (!first) return;
  if (!maySkip(context, scope)) throw needsChangeRequest(first, by);
  skipIn(context, guarded, isEmergency);
}

/** Notes that this unit of work protects the environment. Its other changes could have been made before, so they need no request. */
export function notePreviouslyOpen(context: Context, { project, environment }: Required<AccessScope>): void {
  context.slot(verdicts).opened.add(compositeKey(project, environment));
}

/** Notes that the caller skips the change requests of all these environments. */
export function skipIn(context: Context, guarded: readonly ProtectedEnvironment[], isEmergency = false): void {
  const strictest = guarded.find((row) => demandOf(row, context.now()) !== null) ?? guarded[0];
  if (!context.directWrite || !strictest) return;
  const { reason } = context.directWrite;
  if (isEmergency && reason === null) noteBypass(context, strictest, { reason: reasonToFollow, reasonFollows: true });
  else bypass(context, reason, strictest);
}

/**
 * Refuses to weaken or end a protection, unless the caller may skip change requests there. It is recorded as a direct write, whose reason may
 * follow.
 */
export function refuseWeakening(context: Context, row: ProtectedEnvironment, after: Protection | null): void {
  const relaxed = weakenings(protectionOf(row), after, context.now());
  if (!context.directWrite || relaxed.length === 0) return;
  const { project, environment } = row;
  if (!maySkip(context, { project, environment })) throw needsSkip(row, relaxed);
  const { reason } = context.directWrite;
  noteBypass(context, row, reason === null ? { reason: weakened, reasonFollows: true } : { reason });
}

const needsSkip = ({ project, environment }: ProtectedEnvironment, relaxed: readonly string[]): Failure =>
  new Failure(
    'NoAccessError',
    `Weakening the protection of environment ${environment} of project ${project} (${relaxed.join(', ')}) requires the permission ${skip} there. Ask an administrator or another holder.`,
    { extra: { permissions: [skip] } },
  );

/** Why a reason is required; null if it is not. */
function demandOf({ project, environment, policy }: ProtectedEnvironment, now: Date): string | null {
  const freeze = freezeAt(policy, now);
  const called = `environment ${environment} of project ${project}`;
  if (freeze) return `The ${called} is frozen until ${freeze.until} (${freeze.name})`;
  return policy.reasonRequired ? `Direct changes in ${called} require a reason` : null;
}

function bypass(context: Context, reason: string | null, row: ProtectedEnvironment): void {
  const demand = demandOf(row, context.now());
  if (reason === null && demand !== null)
    // No permission replaces the reason.
    throw new Failure('NoAccessError', `${demand}. To change it directly, give a reason in the header X-Change-Reason.`, {
      extra: { permissions: [] },
    });
  if (reason !== null) noteBypass(context, row, { reason });
}

/** Publishes the record of a bypass ahead of the other events of the unit of work; nothing if there are none. */
export function publishBypass(context: Context, events: DraftEvent[]): void {
  const { bypass: noted } = context.slot(verdicts);
  if (!noted || events.length === 0) return;
  context.publish(protectionBypassed, noted);
  events.unshift(...events.splice(-1));
}

/** Marks the scope as judged. False the first time. The verdict on a project includes its environments. */
function isJudged(context: Context, { project, environment }: AccessScope): boolean {
  const { judged } = context.slot(verdicts);
  const key = compositeKey(project, environment);
  if (judged.has(key) || judged.has(compositeKey(project, undefined))) return true;
  judged.add(key);
  return false;
}

/** Records a direct write to a protected environment that needs no permission, so that somebody reviews it afterwards. */
export async function recordAllowed(
  context: Context,
  where: { readonly project: string; readonly environment: string },
  reason: string,
): Promise<void> {
  isJudged(context, where);
  const row = await context.em.findOne(ProtectedEnvironment, { project: where.project, environment: where.environment });
  if (row) noteBypass(context, row, { reason });
}

/** Records a direct write that breaks a rule of the project there. Returns false unless its author may skip change requests and gives a reason. */
export function breaksGlass(context: Context, where: { readonly project: string; readonly environment: string }): boolean {
  const reason = context.directWrite?.reason ?? null;
  if (reason === null || !maySkip(context, where)) return false;
  noteBypass(context, { ...where, policy: plainPolicy }, { reason });
  return true;
}

/** For readers of the event that ignore `reasonFollows`. */
const reasonToFollow = 'Emergency: the author will add the reason.';
const weakened = 'The protection was weakened: the author will add the reason.';

function noteBypass(
  context: Context,
  { project, environment, policy }: Pick<ProtectedEnvironment, 'project' | 'environment' | 'policy'>,
  explanation: { readonly reason: string; readonly reasonFollows?: true },
): void {
  const frozen = freezeAt(policy, context.now())?.name ?? null;
  context.slot(verdicts).bypass ??= { project, environment, data: { author: principalKey(context.actor), frozen, ...explanation } };
}

function needsChangeRequest({ project, environment }: ProtectedEnvironment, by: 'environment' | 'project'): Failure {
  return new Failure(
    'NoAccessError',
    `Changes in environment ${environment} of project ${project} require a change request. To change it directly, you need the permission ${skip}${by === 'project' ? ' in every environment' : ''}.`,
    { extra: { permissions: [skip] } },
  );
}
