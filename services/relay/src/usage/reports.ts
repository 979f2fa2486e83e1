import type { ScopedUsage } from './usage.ts';

/** Upstreams accept bodies of 100 kB. */
const maxBytes = 95_000;

/** One request to the bulk route of the upstream. */
export interface Report {
  readonly usage: ScopedUsage;
  readonly body: string;
}

/** Upstreams read this many impact metrics of a body. */
const maxImpactMetrics = 100;

const none: Pick<ScopedUsage, 'applications' | 'metrics' | 'impactMetrics'> = { applications: [], metrics: [], impactMetrics: [] };

/** Divides usage into bodies below the limit of upstreams. A single larger entry gets a body of its own. */
export function reportsOf(usage: ScopedUsage, limitBytes = maxBytes): Report[] {
  const entries = [
    ...usage.applications.map((application) => ({ ...none, applications: [application] })),
    ...usage.metrics.map((row) => ({ ...none, metrics: [row] })),
    ...usage.impactMetrics.map((metric) => ({ ...none, impactMetrics: [metric] })),
  ];
  const parts: { readonly entries: (typeof none)[]; bytes: number; impact: number }[] = [];
  for (const entry of entries) {
    const bytes = Buffer.byteLength(JSON.stringify(entry));
    const last = parts.at(-1);
    if (last && last.bytes + bytes <= limitBytes && last.impact + entry.impactMetrics.length <= maxImpactMetrics) {
      last.entries.push(entry);
      last.bytes += bytes;
      last.impact += entry.impactMetrics.length;
    } else parts.push({ entries: [entry], bytes, impact: entry.impactMetrics.length });
  }
  return parts.map((part) => reportOf(usage, part.entries));
}

function reportOf(usage: ScopedUsage, entries: readonly (typeof none)[]): Report {
  const applications = entries.flatMap((entry) => entry.applications);
  const metrics = entries.flatMap((entry) => entry.metrics);
  const impactMetrics = entries.flatMap((entry) => entry.impactMetrics);
  const body = { applications, metrics, ...(impactMetrics.length > 0 && { impactMetrics }) };
  return { usage: { ...usage, applications, metrics, impactMetrics }, body: JSON.stringify(body) };
}
