import { isDeepStrictEqual } from 'node:util';
import { type Change, changeActions, Failure } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { savepoint, tryAll } from '../changeset/execute.ts';
import type { ReadChange } from '../changeset/change-kind.ts';
import { changeKinds } from '../changeset/change-kinds.ts';
import { Feature } from '../feature/feature/feature.ts';
import { lockFeatures } from '../lifecycle/lock-order.ts';
import { ProtectedEnvironment } from '../project/protection/protected-environment.ts';
import { maySkip } from '../project/protection/refuse-protected.ts';
import { actions } from './actions.ts';
import { type PastState, readPastState } from './past-state.ts';
import { reversalOf } from './reversal.ts';
import type { PastEvent, Undo, UndoAction } from './undo.schema.ts';

/** The effect of undoing an event, and the change that does it, if possible. */
export interface ReadUndo {
  readonly undo: Undo;
  readonly step: UndoStep | null;
}

/** The change that undoes an event. */
export interface UndoStep {
  readonly action: UndoAction;
  readonly read: ReadChange<PastState>;
  /** The proposal for a change request; null if the caller may make the change directly. */
  readonly proposal: { readonly environment: string; readonly change: Change } | null;
}

/** Determines the effect of undoing the event by trying and rolling back. Throws 404 for a project that the caller cannot see. */
export async function readUndo(context: Context, event: PastEvent): Promise<ReadUndo> {
  const { project, environment, featureName } = event;
  if (project !== null && !context.access.sees(context.actor, project))
    throw new Failure('NotFoundError', `There is no project ${project}.`);
  const nothing = { sentence: null, project, environment, change: null, way: null, hasChanged: false, left: null, now: null };
  const reversal = reversalOf(event);
  if (typeof reversal === 'string') return { undo: { ...nothing, isReversible: false, because: reversal }, step: null };
  const change = {
    action: reversal.action,
    feature: featureName,
    ...(reversal.payload === undefined ? {} : { payload: reversal.payload }),
  };
  const step = await readStep(context, event, change);
  const gone = await whyGone(context, event, step.read);
  if (gone !== null) return { undo: { ...nothing, change, isReversible: false, because: gone }, step: null };
  const now = step.read.current(await readPastState(context, event, step.read));
  const because = await whyNot(context, step.read);
  const undo = {
    isReversible: because === null,
    because,
    sentence: step.read.sentence,
    project,
    environment: step.proposal?.environment ?? environment,
    change,
    way: step.proposal ? ('change request' as const) : ('direct' as const),
    hasChanged: !isDeepStrictEqual(reversal.left, now),
    left: reversal.left,
    now,
  };
  return { undo, step };
}

/** Requires the feature to be in the project that the event names. Otherwise the caller could read features of other projects. */
async function whyGone(context: Context, { featureName, project }: PastEvent, read: ReadChange<PastState>): Promise<string | null> {
  if (read.of !== 'feature') return null;
  if (featureName === null || project === null)
    throw new Failure('BadDataError', 'The event cannot be undone, because it lacks its feature or project.');
  await lockFeatures(
    context,
    read.touches.flatMap(({ kind, id }) => (kind === 'feature' ? [id] : [])),
  );
  const feature = await context.em.findOne(Feature, { name: featureName });
  return feature?.project === project ? null : `The feature ${featureName} no longer exists in project ${project}.`;
}

async function readStep(
  context: Context,
  { project, environment }: PastEvent,
  change: Omit<Change, 'action'> & { readonly action: UndoAction },
): Promise<UndoStep> {
  const { action } = change;
  const scene = { project: project ?? '', environment: environment ?? '' };
  const approving = await approvingEnvironment(context, action, scene);
  if (approving === null || !isProposable(change)) {
    return { action, read: actions[action].read(scene, change), proposal: null };
  }
  const read = changeKinds[change.action].read({ ...scene, environment: approving }, change);
  return { action, read, proposal: { environment: approving, change } };
}

const isProposable = (change: { readonly action: UndoAction }): change is Change =>
  changeActions.some((proposable) => proposable === change.action);

/** The environment in which the change requires approval for this caller; null if there is none. */
async function approvingEnvironment(
  context: Context,
  action: UndoAction,
  { project, environment }: { readonly project: string; readonly environment: string },
): Promise<string | null> {
  const { scope: guardedScope } = actions[action];
  if (guardedScope === null) return null;
  const scope = guardedScope === 'environment' ? { project, environment } : { project };
  const [first] = await context.em.find(ProtectedEnvironment, scope, { orderBy: { environment: 'asc' }, limit: 1 });
  return first && !maySkip(context, scope) ? first.environment : null;
}

/** The reason why the change fails in the current state, for any caller; null if it succeeds. */
async function whyNot(context: Context, read: ReadChange<PastState>): Promise<string | null> {
  const rollBack = await savepoint(context.em, 'undo_trial');
  const trying = { ...context, ifMatch: null, directWrite: null };
  // The write itself is judged by the rules of the project, which a reason may override.
  const { refusals, events } = await tryAll(trying, [{ id: 1, change: { ...read, current: () => null } }], null);
  await rollBack();
  const refusal = refusals.get(1);
  if (refusal) return refusal.message;
  return events === 0 ? 'The object is already in its previous state.' : null;
}
