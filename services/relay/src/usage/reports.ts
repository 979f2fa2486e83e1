import type { ScopedUsage } from './usage.ts';

/** Upstreams accept bodies of 100 kB. */
const maxBytes = 95_000;

/** One request to the bulk route of the upstream. */
export interface Report {
  readonly usage: ScopedUsage;
  readonly body: string;
}

/** Divides usage into bodies below the limit of upstreams. A single larger entry gets a body of its own. */
export function reportsOf(usage: ScopedUsage, limitBytes = maxBytes): Report[] {
  const entries = [
    ...usage.applications.map((application) => ({ applications: [application], metrics: [] })),
    ...usage.metrics.map((row) => ({ applications: [], metrics: [row] })),
  ];
  const reports: Report[] = [];
  let draft: ScopedUsage = { ...usage, applications: [], metrics: [] };
  let bytes = 0;
  const finish = () => {
    if (bytes > 0) reports.push({ usage: draft, body: JSON.stringify({ applications: draft.applications, metrics: draft.metrics }) });
    draft = { ...usage, applications: [], metrics: [] };
    bytes = 0;
  };
  for (const entry of entries) {
    const own = Buffer.byteLength(JSON.stringify([entry.applications, entry.metrics]));
    if (bytes + own > limitBytes) finish();
    (draft.applications as object[]).push(...entry.applications);
    (draft.metrics as object[]).push(...entry.metrics);
    bytes += own;
  }
  finish();
  return reports;
}
