import type { Api } from '../api/api.ts';
import type { AppliedPlan, DocumentPlan } from '../api/operations.ts';
import { exitCodes, Problem } from '../base/problem.ts';
import { choiceOption, command, type CommandSession, flagOption, textOption } from '../command/command.ts';
import { reasonHeader } from '../flag/reason.ts';
import { type Answer, sentenceOf } from '../output/answer.ts';
import { render } from '../output/render.ts';
import { describePlan, summaryOf } from './describe-plan.ts';
import { fileArguments, fileOptions, planFiles } from './plan-files.ts';
import { namingFiles, requestApply } from './request-plan.ts';
import { appliedAnswer, awaitedStates } from './wait-for-requests.ts';

/** Options of commands that apply a plan. */
export const applyOptions = {
  yes: flagOption('Do not ask for confirmation', 'y'),
  expect: textOption('Fail with 5 unless the plan has this hash', 'hash'),
  wait: choiceOption('Wait until the change requests are in this state', awaitedStates),
  reason: textOption('Reason for a direct change of a protected environment, or of features that SDKs would lose', 'text'),
  timeout: textOption('Time to wait, such as 90s, 30m or 2h (default: 30m)', 'time'),
} as const;

export const applyCommand = command({
  name: 'apply',
  summary: 'Change the server until it equals the files',
  description:
    'All changes are applied together, or none. Changes in protected environments become one change request per environment, and the exit code is 3 while it waits for approval.',
  arguments: fileArguments,
  options: { ...fileOptions, ...applyOptions },
  examples: [
    { line: 'signalbox apply --set shop', text: 'Shows the plan, asks for confirmation, and applies it.' },
    {
      line: 'signalbox apply --set shop --prune --yes',
      text: 'Applies the files in a pipeline, and archives flags that are no longer in them.',
    },
  ],
  async run(input, session) {
    const { api, read, request, plan } = await planFiles(input, session);
    const apply = () =>
      namingFiles(read, () => requestApply(api, input.project, { ...request, expect: { hash: plan.hash } }, reasonHeader(input.reason)));
    return confirmAndApply({ api, plan, apply }, input, session);
  },
});

interface Confirmable {
  readonly api: Api;
  readonly plan: DocumentPlan;
  readonly apply: () => Promise<AppliedPlan>;
}

interface ApplyInput {
  readonly project: string;
  readonly yes: boolean;
  readonly expect: string | undefined;
  readonly wait: (typeof awaitedStates)[number] | undefined;
  readonly timeout: string | undefined;
  readonly reason: string | undefined;
}

/** Shows a plan, and applies it once it is confirmed. Throws if the server refuses a part of it. */
export async function confirmAndApply({ api, plan, apply }: Confirmable, input: ApplyInput, session: CommandSession): Promise<Answer> {
  const { summary, hash } = plan;
  if (input.expect !== undefined && input.expect !== hash)
    throw new Problem('PlanChanged', `The plan has the hash ${hash}, not ${input.expect}: the server or the files changed.`, {
      exitCode: exitCodes.conflict,
      details: [{ plan }],
    });
  if (summary.create + summary.update + summary.delete + summary.refused === 0)
    return sentenceOf({ id: null, applied: 0, changeRequests: [] }, 'There is nothing to change.');
  if (summary.refused > 0) throw refused(plan);
  if (!input.yes) {
    session.note((await render({ data: plan, text: describePlan(plan), isDiff: true }, 'table', { color: session.hasColor })).trimEnd());
    if (!(await session.confirm('Apply?', 'Use --yes.'))) throw new Problem('NotConfirmed', 'Nothing was changed.');
  }
  return appliedAnswer(api, await apply(), input, session.terminal);
}

function refused({ actions, summary }: DocumentPlan): Problem {
  const details = actions.flatMap(({ kind, name, reason }) => (reason === undefined ? [] : [{ path: `${kind} ${name}`, message: reason }]));
  return new Problem('PlanRefused', `The server refuses a part of the plan. ${summaryOf(summary)}`, {
    exitCode: exitCodes.notPermitted,
    details,
  });
}
