import { type ChangesetInput, type ChangesetOutput, runChangeset } from '@signalbox/contracts';
import type { OpenContext } from '@signalbox/kit';
import type { ChangeRequest } from '../request/change-request.ts';
import { type ProposedChange, findChanges } from '../request/proposed-change.ts';
import { closedStates } from '../request/state-machine.ts';

/** The project and environment that changes apply to. */
export type Where = Pick<ChangeRequest, 'project' | 'environment'>;

/** A change in the form that toggles accepts. */
export type ChangesetChange = ChangesetInput['changes'][number];

export const toChangesetChange = ({ id, action, feature, payload }: ProposedChange): ChangesetChange => ({
  id,
  action,
  feature: feature ?? null,
  ...(payload === null || payload === undefined ? {} : { payload }),
});

/** Validates the changes in toggles on behalf of the caller, and returns their effect. */
export const dryRun = (
  { ask, actor }: Pick<OpenContext, 'ask' | 'actor'>,
  { project, environment }: Where,
  changes: readonly ChangesetChange[],
): Promise<ChangesetOutput> =>
  ask(runChangeset, { purpose: 'examine', key: null, actor, project, environment, changes: [...changes], states: false });

/** Validates the current changes of a request; null for a closed request. */
export async function dryRunRequest(
  context: Pick<OpenContext, 'ask' | 'actor' | 'em'>,
  request: ChangeRequest,
): Promise<ChangesetOutput | null> {
  if (closedStates.includes(request.state)) return null;
  return dryRun(context, request, (await findChanges(context.em, request.id)).map(toChangesetChange));
}
