import { FlagdCore } from '@openfeature/flagd-core';
import { type Api, openApi } from '../call/api.ts';
import type { FlagdOptions } from '../source/flagd-source.ts';
import { readFlagdFile } from '../source/flagd-source.ts';
import type { Snapshot } from '../source/snapshot.ts';
import { canonicalText } from './canonical.ts';
import { compareUntilEqual } from './compare-until-equal.ts';
import { type SampleContext, sampleContexts } from './contexts.ts';
import type { Difference, Verification } from './verification.ts';

interface FlagdComparison {
  readonly flagd: FlagdOptions;
  readonly target: Api;
  readonly contexts: number;
  readonly report: (line: string) => void;
}

type Context = Readonly<Record<string, string | number>>;
type Values = ReadonlyMap<string, string>;

/** A flag without a value for a context gives the default of the code. */
const noValue = 'the default of the code';

/** Evaluates the flags with flagd's own engine and the features with OFREP, and compares their values. */
export async function verifyFlagd(snapshot: Snapshot, { flagd, target, contexts, report }: FlagdComparison): Promise<Verification> {
  const startedAt = new Date().toISOString();
  const { adapted = new Map(), skipped = new Map() } = snapshot.translated ?? {};
  const names = snapshot.features.map(({ name }) => name).filter((name) => !adapted.has(name) && !skipped.has(name));
  const inFlagd = await openFlagd(flagd.file, names);
  const samples = sampleContexts(snapshot, contexts).map(contextOf);
  const token = await target.create<{ readonly id: number; readonly secret: string }>('/api/admin/api-tokens', {
    tokenName: `comparison-${startedAt}`,
    type: 'client',
    environment: flagd.environment,
    projects: [flagd.project],
  });
  try {
    const application = openApi(target.url, token.secret);
    const compare = async (context: Context) => differences(context, inFlagd(context), await inTarget(application, context));
    const found = samples[0] ? await compareUntilEqual(() => compare(samples[0] ?? {})) : [];
    for (const context of samples.slice(1)) found.push(...(await compare(context)));
    report(`${samples.length} contexts compared`);
    const notCompared = [...adapted, ...skipped].map(([name, reason]) => `${name}: ${reason}`);
    const amounts = { tokens: 1, features: names.length, contexts: samples.length };
    return { source: flagd.file, target: target.url, startedAt, ...amounts, notCompared, differences: found };
  } finally {
    await target.delete(`/api/admin/api-tokens/${token.id}`);
  }
}

/** The flat context of OpenFeature. Attributes that are numbers in rules are numbers. */
function contextOf(sample: SampleContext): Context {
  const entries = Object.entries(sample).map(([name, text]) => [name.replace(/^properties\[(.*)\]$/, '$1'), text] as const);
  const typed = entries.map(([name, text]) => [name, text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text] as const);
  return { ...Object.fromEntries(typed), targetingKey: sample['userId'] ?? '', userId: sample['userId'] ?? '' };
}

async function openFlagd(path: string, names: readonly string[]): Promise<(context: Context) => Values> {
  const { flags } = await readFlagdFile(path);
  const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
  const core = new FlagdCore(undefined, silent);
  core.setConfigurations(JSON.stringify({ flags }));
  return (context) =>
    new Map(
      core
        .resolveAll(context, silent)
        .flatMap(({ flagKey, value, variant }) =>
          names.includes(flagKey) ? [[flagKey, variant === undefined ? noValue : canonicalText(value)] as const] : [],
        ),
    );
}

interface Evaluated {
  readonly key: string;
  readonly value: unknown;
  readonly variant?: string;
}

async function inTarget(application: Api, context: Context): Promise<ReadonlyMap<string, Evaluated>> {
  const { flags } = await application.post<{ readonly flags: readonly Evaluated[] }>('/ofrep/v1/evaluate/flags', { context });
  return new Map(flags.map((flag) => [flag.key, flag]));
}

function differences(context: Context, left: Values, right: ReadonlyMap<string, Evaluated>): Difference[] {
  return [...left].flatMap(([feature, source]) => {
    const target = textOf(right.get(feature), source);
    const texts = Object.fromEntries(Object.entries(context).map(([name, value]) => [name, String(value)]));
    return source === target ? [] : [{ token: 'OFREP', feature, context: texts, source, target }];
  });
}

/** A feature that is off is false. A flag without a value gives the default, which is the same unless it is boolean. */
function textOf(flag: Evaluated | undefined, source: string): string {
  if (!flag) return 'missing';
  return flag.value === false && flag.variant === undefined && source === noValue ? noValue : canonicalText(flag.value);
}
