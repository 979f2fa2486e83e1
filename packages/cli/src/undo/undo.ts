import type { Api } from '../api/api.ts';
import type { Event } from '../api/operations.ts';
import { exitCodes, Problem } from '../base/problem.ts';
import { argument, command, type CommandSession, flagOption, settingOption } from '../command/command.ts';
import { reasonHeader } from '../flag/reason.ts';
import { type Answer, sentenceOf } from '../output/answer.ts';
import { applyOptions, confirmAndApply } from '../plan/apply-files.ts';
import { planAnswer } from '../plan/plan-files.ts';

export const undo = command({
  name: 'undo',
  summary: 'Undo a change, or an applied plan as one',
  description:
    'The number of an event is in `signalbox events search`, the id of a plan in the output of `apply` and `promote`. In a protected environment the undo becomes a change request.',
  arguments: { change: argument('Number of an event, or id of an applied plan') },
  options: {
    project: settingOption('project'),
    anyway: flagOption('Also undo changes of objects that have been changed since'),
    dryRun: flagOption('Only show what would change'),
    ...applyOptions,
  },
  examples: [
    { line: 'signalbox undo 4711 --dry-run', text: 'Shows what the undo of an event would change.', exitCode: exitCodes.differences },
    { line: 'signalbox undo 4711 --yes', text: 'Undoes the event.' },
  ],
  async run({ change, ...input }, session) {
    const api = await session.api();
    if (!/^\d{1,15}$/.test(change)) return undoPlan(api, change, input, session);
    const event = await api.ask('GET /api/admin/audit/events/{id}', { path: { id: Number(change) } });
    if (event.type !== 'plan-applied') return undoEvent(api, event, input, session);
    const planId = event.data?.['id'];
    if (typeof planId !== 'string') throw new Problem('PlanTooLarge', 'The plan was too large to be undone as one.');
    return undoPlan(api, planId, { ...input, project: event.project ?? input.project }, session);
  },
});

interface UndoInput extends Omit<Parameters<typeof confirmAndApply>[1], 'project'> {
  readonly project: string;
  readonly anyway: boolean;
  readonly dryRun: boolean;
}

/** The undo of a plan is a plan. */
async function undoPlan(api: Api, planId: string, input: UndoInput, session: CommandSession): Promise<Answer> {
  const path = { projectId: input.project, planId };
  const plan = await api.ask('GET /api/admin/projects/{projectId}/applied-plans/{planId}/undo', { path });
  if (input.dryRun) return planAnswer(api, input.project, plan, false);
  const body = { expect: { hash: plan.hash }, anyway: input.anyway };
  const apply = () =>
    api.ask('POST /api/admin/projects/{projectId}/applied-plans/{planId}/undo', { path, body, headers: reasonHeader(input.reason) });
  return confirmAndApply({ api, plan, apply }, input, session);
}

async function undoEvent(api: Api, event: Event, { anyway, dryRun, yes, reason }: UndoInput, session: CommandSession): Promise<Answer> {
  const { type, project, environment, featureName, data, preData } = event;
  const body = { type, project, environment, featureName, data, preData };
  const preview = await api.ask('POST /api/admin/undo/preview', { body });
  const sentence = `${preview.sentence ?? preview.because ?? type}.`;
  if (!preview.isReversible) throw new Problem('NotReversible', preview.because ?? `Events of type ${type} cannot be undone.`);
  if (dryRun) return { ...sentenceOf(preview, sentence), exitCode: exitCodes.differences };
  if (!yes) {
    session.note(sentence);
    if (!(await session.confirm('Undo?', 'Use --yes.'))) throw new Problem('NotConfirmed', 'Nothing was changed.');
  }
  const undone = await api.ask('POST /api/admin/undo', { query: { anyway }, body, headers: reasonHeader(reason) });
  const isProposed = undone.way === 'change request';
  return {
    ...sentenceOf(undone, isProposed ? 'The undo waits for approval in a change request.' : `Done: ${sentence}`),
    exitCode: isProposed ? exitCodes.waitsForApproval : exitCodes.done,
  };
}
