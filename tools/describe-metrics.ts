import { hostMetrics } from '../packages/host/src/index.ts';
import type { MetricDeclaration, Service } from '../packages/kit/src/index.ts';
import { pageOfTables } from './page-of-tables.ts';

const introduction = `# Metrics

Every process serves the metrics of its services in the Prometheus text format; [Health](../operate.md#health) describes where. Metric names end
with their unit. Labels have few values: a route is the declared path, never the path of a request. This page is generated.
`;

/** Renders `docs/reference/metrics.md` as Markdown: one row per metric. Ends in a newline. */
export const describeMetrics = (services: readonly Service[]): string =>
  pageOfTables(introduction, '| name | type | unit | labels | meaning |\n|---|---|---|---|---|', [
    ['Every process', Object.values(hostMetrics).map(rowOf)],
    ...services.map(({ name, metrics = [] }) => [name, metrics.map(rowOf)] as const),
  ]);

function rowOf({ name, kind, labels, help }: MetricDeclaration): string {
  const shown = labels.map((label) => `\`${label}\``).join(', ');
  return `| \`${name}\` | ${kind} | ${unitOf(name)} | ${shown} | ${help} |`;
}

const unitOf = (name: string): string => /_(seconds|bytes)(?:_total)?$/.exec(name)?.[1] ?? '';
