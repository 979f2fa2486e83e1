import { unlessStopped } from '@signalbox/timing';
import { openApi } from './call/api.ts';
import { type CreatedRecord, openRecord } from './import/created.ts';
import { importAll } from './import/import-all.ts';
import { type Target } from './import/target.ts';
import { deleteMissing } from './follow/delete-missing.ts';
import { follow } from './follow/follow.ts';
import { readWritten, updateFeatures } from './follow/update-features.ts';
import { updateSegments } from './follow/update-segments.ts';
import { planImport, type PlannedImport } from './plan/plan-import.ts';
import { type Environment, type Options, readArguments, readFlagdArguments, usage, UsageProblem } from './read-arguments.ts';
import { planLines, verificationLines } from './report/texts.ts';
import { checkReport } from './report/check-report.ts';
import { writeReport } from './report/write-report.ts';
import { legible } from './source/legible.ts';
import { openSource } from './source/open-source.ts';
import type { Source } from './source/source.ts';
import type { Verification } from './verify/verification.ts';
import { verify } from './verify/verify.ts';
import { verifyFlagd } from './verify/verify-flagd.ts';

/** Everything that the command uses of its process. */
export interface Console {
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
  readonly env: Environment;
  /** Aborted when the user interrupts the command. */
  readonly stop: AbortSignal;
}

/** Runs `migrate from-unleash` or `migrate from-flagd`. Returns the exit code: 0 for success, 1 for a failure or a comparison of nothing, 2 for differences. */
export async function migrate(words: readonly string[], console: Console): Promise<number> {
  try {
    const [from, ...others] = words;
    if (from !== 'from-unleash' && from !== 'from-flagd') throw new UsageProblem('Migrations are supported from-unleash and from-flagd.');
    const options = from === 'from-flagd' ? readFlagdArguments(others, console.env) : readArguments(others, console.env);
    if (options.step === 'check') return await checkAndPrint(options, console);
    const source = await openSource(options);
    try {
      return options.step === 'follow' ? await followAll(options, source, console) : await takeStep(options, source, console);
    } finally {
      await source.close();
    }
  } catch (error) {
    console.warn(error instanceof UsageProblem ? `${error.message}\n\n${usage}` : (error as Error).message);
    return 1;
  }
}

async function checkAndPrint({ report, to = '', token = '' }: Options, { print }: Console): Promise<number> {
  const { isValid, sentence } = await checkReport(report, to, token);
  print(sentence);
  return isValid ? 0 : 2;
}

async function takeStep(options: Options, source: Source, console: Console): Promise<number> {
  const planned = await legible(async () => planImport(await unlessStopped(console.stop, source.read())));
  if (options.step === 'plan') {
    for (const line of options.json ? [JSON.stringify(planned.plan, null, 2)] : planLines(planned.plan)) console.print(line);
    return 0;
  }
  if (options.step === 'verify') return codeOf(await verifyAndReport(options, planned, console));
  await importAndRecord(options, source, planned, console);
  return 0;
}

/** A comparison of nothing is a failure. */
const codeOf = ({ tokens, differences }: Verification): number => (differences.length > 0 ? 2 : tokens === 0 ? 1 : 0);

/** Returns the target, with the names of everything that imports have created in it so far. */
async function importAndRecord(
  { to = '', token = '', report: name }: Options,
  source: Source,
  planned: PlannedImport,
  { print: report, stop }: Console,
): Promise<Target & { readonly created: CreatedRecord }> {
  const created = await openRecord(name, planned.snapshot.source, to);
  const target = { api: openApi(to, token), report, created };
  try {
    await unlessStopped(stop, importAll(target, source, planned));
  } finally {
    // A failed or interrupted import has created something too.
    await created.save();
  }
  return target;
}

/** Prints one line per round: details are in the report. */
async function followAll(options: Options, source: Source, console: Console): Promise<number> {
  const { to = '', token = '', intervalSeconds } = options;
  const { stop } = console;
  const quiet = { ...console, print: () => {} };
  const written = await readWritten(to, token);
  let code = 0;
  const round = async () => {
    const read = await legible(() => unlessStopped(stop, source.read()));
    const planned = await legible(async () => planImport(read));
    const target = await importAndRecord(options, source, planned, quiet);
    await updateSegments(target, planned.snapshot.segments);
    const changed = await updateFeatures(target, planned.snapshot, written);
    const deleted = await deleteMissing(target, read, written);
    await target.created.save();
    const verification = await verifyAndReport(options, planned, quiet);
    code = codeOf(verification);
    const compared = verification.tokens === 0 ? 'nothing compared' : `${verification.differences.length} differences`;
    console.print(`${new Date().toISOString()} ${changed} features written, ${deleted} deleted, ${compared}`);
  };
  await follow({ source, intervalMs: intervalSeconds * 1000, stop, round, failed: console.warn });
  return code;
}

async function verifyAndReport(options: Options, { plan, snapshot }: PlannedImport, console: Console): Promise<Verification> {
  const { url = '', to = '', token = '', contexts, report, flagd } = options;
  const comparing = flagd
    ? verifyFlagd(snapshot, { flagd, target: openApi(to, token), contexts, report: console.print })
    : verify(snapshot, { source: url, target: to, contexts, report: console.print });
  const verification = await unlessStopped(console.stop, comparing);
  const sentence = await writeReport(report, plan, verification, openApi(to, token));
  for (const line of verificationLines(verification)) console.print(line);
  console.print(`${report}.json and ${report}.md contain the report. ${sentence}`);
  return verification;
}
