import { parseArgs } from 'node:util';
import type { SourceOptions } from './source/open-source.ts';

/** The steps of a migration. */
type Step = 'plan' | 'import' | 'verify' | 'follow' | 'check';

/** Options of a migration. To verify or follow a database, `url` is the address of its server. */
export interface Options extends SourceOptions {
  readonly step: Step;
  /** URL and administration token of the target. Not needed to plan. */
  readonly to: string | undefined;
  readonly token: string | undefined;
  readonly contexts: number;
  /** Name of the report's files without extension. */
  readonly report: string;
  readonly json: boolean;
  readonly intervalSeconds: number;
}

/** A mistake in the arguments. */
export class UsageProblem extends Error {}

/** Help text. */
export const usage = `Usage: signalbox migrate from-unleash SOURCE [--to URL] [options] STEP
       signalbox migrate from-flagd --file FILE [--project ID] [--environment NAME] [--to URL] [options] STEP

Steps:
  plan     lists what an import would adapt or skip; writes nothing
  import   creates everything that is missing in the target
  verify   compares what both instances serve; exits with 2 if anything differs, with 1 if nothing can be compared
  follow   imports and verifies each change until it is interrupted
  check    checks the signature of a report; exits with 2 if it is not valid. It needs no source

Source:
  --database URL                  a PostgreSQL database, which contains everything
  --url URL --source-token TOKEN  a running instance, without passwords and events
  --export FILE                   an exported state or export of features
  --file FILE                     flags in the format of flagd; steps: plan, import, verify, check

Options:
  --to URL           the target
  --project ID       the project of the flags of flagd, which must exist (default default)
  --environment NAME their environment, which the project must use (default development)
  --token TOKEN      an administration token of the target
  --contexts N       contexts to evaluate (default 1000)
  --report NAME      writes NAME.json, NAME.md and NAME.jws, the signature (default migration-report)
  --interval N       seconds between two rounds of follow (default 5)
  --json             prints the plan as JSON

Environment variables, instead of options with secrets:
  UNLEASH_DATABASE_URL  --database
  UNLEASH_TOKEN         --source-token
  SIGNALBOX_TOKEN       --token
`;

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

const ofUnleash = ['to', 'token', 'url', 'source-token', 'database', 'export', 'contexts', 'report', 'interval'] as const;
type Text = (typeof ofUnleash)[number] | 'file' | 'project' | 'environment';
const steps: readonly string[] = ['plan', 'import', 'verify', 'follow', 'check'];

/** Reads the arguments after `from-unleash`, which override environment variables. Throws `UsageProblem` for a mistake. */
export function readArguments(words: readonly string[], env: Environment): Options {
  const { values: given, positionals } = parse(words);
  const [step = '', ...others] = positionals;
  if (!steps.includes(step) || others.length > 0) throw new UsageProblem(`Use one step: ${steps.join(', ')}.`);
  const values = { ...secretsOf(env, step, given), ...given };
  const { to, token, url, database } = values;
  const sources = [database, values.export, database === undefined && values.export === undefined ? url : undefined].filter(
    (source) => source !== undefined,
  );
  const isCheck = step === 'check';
  if (isCheck && sources.length > 0) throw new UsageProblem('check needs no source.');
  if (!isCheck && sources.length !== 1) throw new UsageProblem('Use exactly one source: --url, --database or --export.');
  if (!isCheck && sources[0] === url && values['source-token'] === undefined)
    throw new UsageProblem('--url requires UNLEASH_TOKEN or --source-token.');
  if (step !== 'plan' && (to === undefined || token === undefined))
    throw new UsageProblem(`${step} requires --to, and SIGNALBOX_TOKEN or --token.`);
  if (step === 'follow' && values.export !== undefined) throw new UsageProblem('A file has no changes to follow.');
  if ((step === 'verify' || step === 'follow') && url === undefined)
    throw new UsageProblem(`${step} requires --url: the address at which the source serves SDKs.`);
  return {
    step: step as Step,
    to,
    token,
    url,
    database,
    sourceToken: values['source-token'],
    export: values.export,
    contexts: count('contexts', values.contexts ?? '1000'),
    report: values.report ?? 'migration-report',
    json: values.json ?? false,
    intervalSeconds: count('interval', values.interval ?? '5'),
  };
}

type Values = ReturnType<typeof parse>['values'];

/** The options that environment variables set. A check has no source, and options that name another one override the database. */
function secretsOf(env: Environment, step: string, given: Values): Pick<Values, 'token' | 'source-token' | 'database'> {
  const { SIGNALBOX_TOKEN: token, UNLEASH_TOKEN: sourceToken, UNLEASH_DATABASE_URL: database } = env;
  const namesOther = given.export !== undefined || given['source-token'] !== undefined;
  return {
    ...(token && { token }),
    ...(sourceToken && { 'source-token': sourceToken }),
    ...(database && step !== 'check' && !namesOther && { database }),
  };
}

/** Reads the arguments after `from-flagd`. Throws `UsageProblem` for a mistake. */
export function readFlagdArguments(words: readonly string[], env: Environment): Options {
  const { values: given, positionals } = parse(words, ['to', 'token', 'contexts', 'report', 'file', 'project', 'environment']);
  const [step = '', ...others] = positionals;
  const possible = steps.filter((each) => each !== 'follow');
  if (!possible.includes(step) || others.length > 0) throw new UsageProblem(`Use one step: ${possible.join(', ')}.`);
  const { file, project = 'default', environment = 'development', to, token = env['SIGNALBOX_TOKEN'] } = given;
  if (step !== 'check' && file === undefined) throw new UsageProblem('Use --file: the flags of flagd.');
  if (step !== 'plan' && (to === undefined || !token)) throw new UsageProblem(`${step} requires --to, and SIGNALBOX_TOKEN or --token.`);
  return {
    step: step as Step,
    to,
    token,
    url: undefined,
    database: undefined,
    sourceToken: undefined,
    export: undefined,
    flagd: { file: file ?? '', project, environment },
    contexts: count('contexts', given.contexts ?? '1000'),
    report: given.report ?? 'migration-report',
    json: given.json ?? false,
    intervalSeconds: 0,
  };
}

function parse(words: readonly string[], accepted: readonly Text[] = ofUnleash) {
  try {
    const text = { type: 'string' } as const;
    const options = {
      json: { type: 'boolean' },
      ...(Object.fromEntries(accepted.map((name) => [name, text])) as Record<Text, typeof text>),
    } as const;
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new UsageProblem((error as Error).message);
  }
}

function count(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new UsageProblem(`--${name} must be a whole number of at least 1; got ${text}.`);
  return number;
}
