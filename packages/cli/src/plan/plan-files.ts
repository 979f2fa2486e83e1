import type { Api } from '../api/api.ts';
import type { DocumentPlan, DocumentSet } from '../api/operations.ts';
import { exitCodes, usageProblem } from '../base/problem.ts';
import { command, type CommandSession, flagOption, remainingArguments, settingOption } from '../command/command.ts';
import type { Answer } from '../output/answer.ts';
import { listFinder, uploadMissing } from './carry-lists.ts';
import { describePlan, planInMarkdown } from './describe-plan.ts';
import { explainPlan } from './explain-plan.ts';
import { readDocuments, type ReadDocuments } from './read-documents.ts';
import { namingFiles, requestPlan } from './request-plan.ts';

/** Arguments and options that select files. */
export const fileArguments = { patterns: remainingArguments('Files or patterns, instead of those in signalbox.json') } as const;
export const fileOptions = {
  project: settingOption('project'),
  set: settingOption('set'),
  files: settingOption('files'),
  prune: flagOption('Delete objects that this set created and the files no longer contain'),
  takeOver: flagOption('Change objects that another set owns, and own them'),
  propose: flagOption('Propose protected changes, even if you may make them directly'),
} as const;

interface FileInput {
  readonly patterns: readonly string[];
  readonly project: string;
  readonly set: string;
  readonly files: readonly string[];
  readonly prune: boolean;
  readonly takeOver: boolean;
  readonly propose: boolean;
}

/** The plan of files, and the request that applies it. */
export interface PlannedFiles {
  readonly api: Api;
  readonly read: ReadDocuments;
  readonly request: DocumentSet;
  readonly plan: DocumentPlan;
}

/** Reads files and plans them. Patterns in arguments are relative to the current folder, those of settings to their file. */
export async function planFiles(
  { patterns, project, set, files, prune, takeOver, propose }: FileInput,
  session: CommandSession,
): Promise<PlannedFiles> {
  const isGiven = patterns.length > 0;
  const folder = isGiven || session.settings.files?.origin.startsWith('--') ? session.terminal.cwd : session.folder;
  const read = await readDocuments(folder, isGiven ? patterns : files);
  if (read.documents.length === 0 && !prune) throw usageProblem('The files contain no documents.');
  const api = await session.api();
  await uploadMissing(api, read.documents, listFinder(read.folders));
  const request = { set, documents: read.documents, prune, takeOver, propose };
  return { api, read, request, plan: await namingFiles(read, () => requestPlan(api, project, request)) };
}

/** Answers with a plan. The exit code is 2 if there are differences. */
export async function planAnswer(api: Api, project: string, plan: DocumentPlan, explain: boolean): Promise<Answer> {
  const remarks = explain ? await explainPlan(api, project, plan) : new Map();
  const actions = explain ? plan.actions.map((action) => ({ ...action, explanation: remarks.get(action) })) : plan.actions;
  return {
    data: { ...plan, actions },
    text: describePlan(plan, remarks),
    isDiff: true,
    markdown: planInMarkdown(plan, { project, remarks }),
    exitCode: plan.actions.length > 0 ? exitCodes.differences : exitCodes.done,
  };
}

const planning = {
  summary: 'Compare files with the server',
  description: 'Nothing changes. The exit code is 2 if there are differences.',
  arguments: fileArguments,
  options: { ...fileOptions, explain: flagOption('Name the last change of each object that differs: who made it, and when') },
} as const;

async function runPlan(input: FileInput & { readonly explain: boolean }, session: CommandSession): Promise<Answer> {
  const { api, plan } = await planFiles(input, session);
  return planAnswer(api, input.project, plan, input.explain);
}

export const planCommand = command({
  name: 'plan',
  ...planning,
  examples: [
    { line: 'signalbox plan --set shop', text: 'Compares the files of signalbox.json.', exitCode: exitCodes.differences },
    {
      line: 'signalbox plan --set shop --explain --output markdown',
      text: 'Prints the plan for a comment on a pull request, with the authors of changes that the files lack.',
      exitCode: exitCodes.differences,
    },
  ],
  run: runPlan,
});

export const diffCommand = command({
  name: 'diff',
  ...planning,
  summary: 'Compare files with the server; the same as plan',
  examples: [{ line: 'signalbox diff --set shop', text: 'Compares the files of signalbox.json.', exitCode: exitCodes.differences }],
  run: runPlan,
});
