import { type Fetch, openApi } from './call/api.ts';
import { noNames } from './import/created.ts';
import { importAll } from './import/import-all.ts';
import type { Plan } from './plan/plan.ts';
import { planImport } from './plan/plan-import.ts';
import { type SignedReport, signReport } from './report/sign-report.ts';
import { legible } from './source/legible.ts';
import { openUrlSource } from './source/url-source.ts';
import type { Verification } from './verify/verification.ts';
import { verify } from './verify/verify.ts';

/** One step of a migration from a running instance, without a command. */
export interface UrlMigration {
  readonly step: 'plan' | 'import' | 'verify';
  readonly source: { readonly url: string; readonly token: string; readonly fetch: Fetch };
  readonly target: { readonly url: string; readonly token: string };
  /** Contexts to evaluate. */
  readonly contexts: number;
  /** Receives lines about the progress. If it throws, the step ends with its error. */
  readonly report: (line: string) => void;
}

/** The plan, and the report if the step compares. */
export interface UrlMigrated {
  readonly plan: Plan;
  readonly verification?: Verification;
  readonly signed?: SignedReport;
}

/** Takes the step. Rejects with a message for people. */
export async function migrateUrl({ step, source, target, contexts, report }: UrlMigration): Promise<UrlMigrated> {
  const opened = openUrlSource(source.url, source.token, source.fetch);
  report(`Reading ${source.url}`);
  const planned = await legible(async () => planImport(await opened.read()));
  const { plan, snapshot } = planned;
  const api = openApi(target.url, target.token);
  if (step === 'import') await importAll({ api, report, created: noNames() }, opened, planned);
  if (step !== 'verify') return { plan };
  const verification = await verify(snapshot, { source: source.url, target: target.url, contexts, fetchSource: source.fetch, report });
  return { plan, verification, signed: await signReport(plan, verification, api) };
}
