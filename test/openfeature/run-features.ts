import { join } from 'node:path';
import { type IRunOptions, runCucumber } from '@cucumber/cucumber/api';
import type { RunParameters } from './steps.ts';
import { Writable } from 'node:stream';

/** Result of a scenario; that of an outline's row has a name with the row's flag. */
export interface ScenarioResult {
  readonly uri: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly status: 'PASSED' | 'SKIPPED' | 'FAILED';
  /** Reason of a skip, or the message of a failure. */
  readonly reason: string;
}

type Envelope = Parameters<NonNullable<Parameters<typeof runCucumber>[2]>>[0];

export interface FeaturesRun {
  readonly results: readonly ScenarioResult[];
  readonly messages: readonly Envelope[];
  /** For the next run of the process: step definitions load once. */
  readonly support: IRunOptions['support'];
}

const steps: IRunOptions['support'] = { importPaths: [join(import.meta.dirname, 'steps.ts')] };

/** Runs the scenarios of feature files, whose paths are relative to a folder. */
export async function runFeatures(cwd: string, paths: string[], parameters: RunParameters, support = steps): Promise<FeaturesRun> {
  const messages: Envelope[] = [];
  const quiet = new Writable({ write: (_chunk, _encoding, done) => done() });
  const run = await runCucumber(
    {
      sources: { defaultDialect: 'en', paths, names: [], tagExpression: '', order: 'defined' },
      support,
      runtime: {
        dryRun: false,
        failFast: false,
        filterStacktraces: true,
        parallel: 0,
        retry: 0,
        retryTagFilter: '',
        strict: true,
        worldParameters: JSON.parse(JSON.stringify(parameters)),
      },
      formats: { stdout: 'summary', files: {}, publish: false, options: {} },
    },
    { cwd, stdout: quiet, stderr: process.stderr },
    (message) => messages.push(message),
  );
  return { results: resultsIn(messages), messages, support: run.support };
}

/** One result per scenario, in their order. */
export function resultsIn(messages: readonly Envelope[]): ScenarioResult[] {
  const pickles = new Map(messages.flatMap(({ pickle }) => (pickle ? [[pickle.id, pickle]] : [])));
  const cases = new Map(messages.flatMap(({ testCase }) => (testCase ? [[testCase.id, testCase]] : [])));
  return messages.flatMap(({ testCaseStarted }) => {
    if (!testCaseStarted) return [];
    const pickle = pickles.get(cases.get(testCaseStarted.testCaseId)?.pickleId ?? '');
    if (!pickle) throw new Error('A scenario has no pickle.');
    const finished = messages.flatMap(({ testStepFinished: step }) =>
      step?.testCaseStartedId === testCaseStarted.id ? [{ ...step.testStepResult, status: String(step.testStepResult.status) }] : [],
    );
    const bad = finished.find(({ status }) => status !== 'PASSED' && status !== 'SKIPPED');
    const logged = messages.find(({ attachment }) => attachment?.testCaseStartedId === testCaseStarted.id)?.attachment?.body ?? '';
    const isSkipped = finished.some(({ status }) => status === 'SKIPPED');
    const flag = /"([\w-]+-flag)"/.exec(pickle.steps.map(({ text }) => text).join(' '))?.[1];
    return [
      {
        uri: pickle.uri,
        name: flag === undefined ? pickle.name : `${pickle.name} (${flag})`,
        tags: pickle.tags.map(({ name }) => name),
        status: bad ? 'FAILED' : isSkipped ? 'SKIPPED' : 'PASSED',
        reason: bad ? (bad.message ?? bad.status) : logged,
      } as const,
    ];
  });
}
