import {
  changeAdded,
  changeRequestCreated,
  changeRequestScheduled,
  type ChangesetOutput,
  DateTime,
  Failure,
  isProjectWide,
  maxChanges,
} from '@signalbox/contracts';
import { type Context, type OpenContext, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { dryRunFailures, mergeInto, refuseImpossible } from '../change/add-changes.ts';
import { ChangeInput, readInput, refuseTooMuch } from '../change/change.schema.ts';
import { dryRun, type Where } from '../change/dry-run.ts';
import { refuseOutsider } from '../change/member.ts';
import { openSeparateDraft } from '../change/open-request.ts';
import { countProposal } from '../change/proposal-budget.ts';
import { type NewChange, numbered, withRowIds } from '../change/store-changes.ts';
import { ChangeRequestShape } from '../request/change-request.schema.ts';
import { maxTitleCharacters, titleFrom } from '../request/change-request.ts';
import { contentHash, findChanges, storeContent } from '../request/proposed-change.ts';
import { moveRequest } from './change-state.ts';
import { refusePast } from './requirements.ts';

const ScheduledChanges = Type.Object({
  scheduledAt: DateTime,
  changes: Type.Array(ChangeInput, { minItems: 1, maxItems: maxChanges }),
  /** By default, the content in words. */
  title: Type.Optional(Type.String({ minLength: 1, maxLength: maxTitleCharacters })),
});
type ScheduledChanges = Static<typeof ScheduledChanges>;

export const scheduleChangesRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/environments/:environment/scheduled-changes',
    summary: 'Schedule changes of an environment that does not require change requests, with the permissions for making them directly',
    permission: 'authenticated',
    params: Type.Object({ projectId: Type.String(), environment: Type.String() }),
    body: ScheduledChanges,
    answers: { 201: ChangeRequestShape },
    failures: dryRunFailures,
    events: [changeRequestCreated, changeAdded, changeRequestScheduled],
    transaction: { none: 'because toggles validates the changes', repetitions: 'replayed' },
  },
  ({ params, body }, context) => scheduleChanges(context, { project: params.projectId, environment: params.environment }, body),
);

/** Stores the changes as a request that is scheduled from the beginning. The clock applies it as it applies approved ones. */
async function scheduleChanges(context: OpenContext, where: Where, { changes, title, scheduledAt }: ScheduledChanges) {
  await refuseOutsider(context, where.project);
  refusePast(new Date(scheduledAt), context.now());
  await countProposal(context, changes);
  const proposed = numbered(changes.map(readInput));
  refuseProjectWide(proposed);
  refuseTooMuch(proposed);
  const outcome = await dryRun(context, where, proposed);
  refuseImpossible(outcome, proposed);
  return context.write((unit) => store(unit, where, { proposed, outcome, title: title ?? null, scheduledAt }));
}

/** Throws 400: such a change could take effect in a protected environment. */
function refuseProjectWide(proposed: readonly NewChange[]): void {
  const refused = proposed.find(isProjectWide);
  if (refused)
    throw new Failure('BadDataError', `${refused.action} affects all environments, so it cannot be scheduled in one.`, { path: 'changes' });
}

interface Stored {
  readonly proposed: readonly NewChange[];
  readonly outcome: ChangesetOutput;
  readonly title: string | null;
  readonly scheduledAt: string;
}

async function store(context: Context, where: Where, { proposed, outcome, title, scheduledAt }: Stored): Promise<ChangeRequestShape> {
  const { em } = context;
  const request = await openSeparateDraft(context, where, { requiredApprovals: 1 });
  request.title = title === null ? null : titleFrom(title);
  const output = withRowIds(outcome, await mergeInto(context, request, proposed, outcome));
  await storeContent(em, request, outcome.effectsHash);
  const hash = contentHash(request, await findChanges(em, request.id), outcome.effectsHash);
  await em.flush();
  const dryRunResult = { hash, output, impact: null };
  return moveRequest(context, { projectId: where.project, id: request.id }, { state: 'Scheduled', scheduledAt, comment: '', dryRunResult });
}
