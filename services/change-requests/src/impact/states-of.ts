import { type ChangesetOutput, Failure, runChangeset } from '@signalbox/contracts';
import { chunksFrom, fetchLists, type Lists } from '@signalbox/engine';
import { type OpenContext, yieldToOthers } from '@signalbox/kit';
import { toChangesetChange } from '../change/dry-run.ts';
import type { ChangeRequest } from '../request/change-request.ts';
import { findChanges } from '../request/proposed-change.ts';
import { closedStates } from '../request/state-machine.ts';

interface EvaluatedStates {
  readonly states: NonNullable<ChangesetOutput['states']>;
  /** True if the environment allows sampling of contexts. */
  readonly samples: boolean;
  /** The lists that segments of the states name. */
  readonly lists: Lists;
}

/** Evaluation states before and after applying the request. Throws 400 for a closed request. */
export async function statesOf(
  { ask, actor, em }: Pick<OpenContext, 'ask' | 'actor' | 'em'>,
  request: ChangeRequest,
): Promise<EvaluatedStates> {
  const { id, project, environment, state } = request;
  if (closedStates.includes(state))
    throw new Failure('BadDataError', `Change request ${id} is ${state.toLowerCase()}. Only open change requests can be evaluated.`);
  const changes = (await findChanges(em, id)).map(toChangesetChange);
  const { states, protection } = await ask(runChangeset, {
    purpose: 'examine',
    key: null,
    actor,
    project,
    environment,
    changes,
    states: true,
  });
  if (states) {
    const segments = [...states.before.segments, ...states.after.segments];
    return { states, samples: protection?.recentContexts ?? false, lists: await fetchLists(segments, chunksFrom(ask), yieldToOthers) };
  }
  throw new Failure('UnavailableError', 'The service toggles did not return the features to evaluate. Try again shortly.', {
    retryAfterSeconds: 2,
  });
}
