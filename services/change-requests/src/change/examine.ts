import { type ChangesetInput, type ChangesetOutput, runChangeset } from '@signalbox/contracts';
import type { OpenContext } from '@signalbox/kit';
import type { ChangeRequest } from '../request/change-request.ts';
import { type ProposedChange, findChanges } from '../request/proposed-change.ts';
import { closedStates } from '../request/state-machine.ts';

/** Where changes would take effect. */
export type Where = Pick<ChangeRequest, 'project' | 'environment'>;

/** Changes as toggles takes them. */
export type ExaminableChange = ChangesetInput['changes'][number];

export const examinable = ({ id, action, feature, payload }: ProposedChange): ExaminableChange => ({
  id,
  action,
  feature: feature ?? null,
  ...(payload === null || payload === undefined ? {} : { payload }),
});

/** What would become of the changes, on behalf of whoever asks. */
export const examine = (
  { ask, actor }: Pick<OpenContext, 'ask' | 'actor'>,
  { project, environment }: Where,
  changes: readonly ExaminableChange[],
): Promise<ChangesetOutput> =>
  ask(runChangeset, { purpose: 'examine', key: null, actor, project, environment, changes: [...changes], states: false });

/** `examine` for the changes of a request as they are; null for one that is closed, whose changes have met their end. */
export async function examineRequest(
  context: Pick<OpenContext, 'ask' | 'actor' | 'em'>,
  request: ChangeRequest,
): Promise<ChangesetOutput | null> {
  if (closedStates.includes(request.state)) return null;
  return examine(context, request, (await findChanges(context.em, request.id)).map(examinable));
}
