import { type ChangesetInput, type ChangesetOutput, runChangeset } from '@signalbox/contracts';
import type { OpenContext } from '@signalbox/kit';
import type { ChangeRequest } from '../request/change-request.ts';
import { type ProposedChange, findChanges } from '../request/proposed-change.ts';
import { closedStates } from '../request/state-machine.ts';

/** Where changes would take effect. */
export type Where = Pick<ChangeRequest, 'project' | 'environment'>;

/** Changes as toggles takes them. */
export type ChangesetChange = ChangesetInput['changes'][number];

export const toChangesetChange = ({ id, action, feature, payload }: ProposedChange): ChangesetChange => ({
  id,
  action,
  feature: feature ?? null,
  ...(payload === null || payload === undefined ? {} : { payload }),
});

/** What would become of the changes, on behalf of whoever asks. */
export const dryRun = (
  { ask, actor }: Pick<OpenContext, 'ask' | 'actor'>,
  { project, environment }: Where,
  changes: readonly ChangesetChange[],
): Promise<ChangesetOutput> =>
  ask(runChangeset, { purpose: 'dry-run', key: null, actor, project, environment, changes: [...changes], states: false });

/** `dryRun` for the changes of a request as they are; null for one that is closed, whose changes have met their end. */
export async function dryRunRequest(
  context: Pick<OpenContext, 'ask' | 'actor' | 'em'>,
  request: ChangeRequest,
): Promise<ChangesetOutput | null> {
  if (closedStates.includes(request.state)) return null;
  return dryRun(context, request, (await findChanges(context.em, request.id)).map(toChangesetChange));
}
