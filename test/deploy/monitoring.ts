import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../tools/testing/root.ts';
import { readFiles, type SourceFile } from '../architecture/source.ts';
import { readExpression, type Selector } from './promql.ts';

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

/** All alerts in the operator's resource. */
export function readAlerts(): Alert[] {
  const { spec } = parse(readFileSync(join(root, 'deploy/monitoring/alerts.yaml'), 'utf8')) as { spec: { groups: { rules: Alert[] }[] } };
  return spec.groups.flatMap(({ rules }) => rules);
}

interface AlertTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
  }[];
}

/** Alerts for which no promtool test has both a resting and a firing time. */
export function untestedAlerts(alerts: readonly Alert[], tests: string): string[] {
  const moments = (parse(tests) as AlertTests).tests.flatMap((test) => test.alert_rule_test);
  return alerts.flatMap(({ alert }) => {
    const expected = moments.filter(({ alertname }) => alertname === alert).map((moment) => moment.exp_alerts.length);
    const least = Math.min(...expected);
    return expected.some((count) => count > least) ? [] : [`${alert} has no test in which it rests and then fires`];
  });
}

/** Alerts that mix instances that share a Prometheus: aggregations without `namespace`. */
export function mixedInstances(alerts: readonly Pick<Alert, 'alert' | 'expr'>[]): string[] {
  return alerts.flatMap(({ alert, expr }) =>
    [...expr.matchAll(/\b(?:sum|min|max|avg|count|group|topk)\b(?! by \(namespace\b)/g)].map(
      ([aggregation]) => `${alert}: ${aggregation} drops the namespace`,
    ),
  );
}

interface Dashboard {
  readonly title: string;
  readonly templating: { readonly list: readonly { readonly name: string }[] };
  readonly panels: readonly {
    readonly title: string;
    readonly datasource: { readonly uid: string };
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

/** A dashboard as Grafana imports it. */
interface ImportedDashboard extends Dashboard {
  readonly uid: string;
  readonly schemaVersion: number;
  readonly panels: readonly (Dashboard['panels'][number] & {
    readonly id: number;
    readonly gridPos: { readonly x: number; readonly y: number };
  })[];
}

export const readDashboards = () =>
  readFiles('deploy/monitoring/dashboards/*.json').map(({ text }) => JSON.parse(text) as ImportedDashboard);

/** Panels with a fixed data source or all namespaces, ignoring the user's selection. */
export function boundPanels(dashboards: readonly Dashboard[] = readDashboards()): string[] {
  return dashboards.flatMap(({ title, templating, panels }) => [
    ...['datasource', 'namespace']
      .filter((name) => !templating.list.some((variable) => variable.name === name))
      .map((name) => `${title} has no variable ${name}`),
    ...panels.flatMap((panel) => [
      ...(panel.datasource.uid === '${datasource}' ? [] : [`${title}: ${panel.title} ignores $datasource`]),
      ...panel.targets
        .filter(({ expr }) => !readExpression(expr).selectors.every(isInNamespace))
        .map(() => `${title}: ${panel.title} ignores $namespace`),
    ]),
  ]);
}

const isInNamespace = ({ matchers }: Selector) =>
  matchers.some(({ label, operator, value }) => label === 'namespace' && operator === '=~' && value === '$namespace');

export interface LocatedExpression {
  readonly location: string;
  readonly expr: string;
}

export function readPanels(): LocatedExpression[] {
  return readDashboards().flatMap(({ title, panels }) =>
    panels.flatMap((panel) => panel.targets.map(({ expr }) => ({ location: `${title}: ${panel.title}`, expr }))),
  );
}

/** Labels of each metric, by the name under which Prometheus stores it. */
export type Metrics = ReadonlyMap<string, readonly string[]>;

/** Prometheus' own metrics, and the labels that it adds to all fetched series. */
const own: Metrics = new Map([['up', []]]);
const targetLabels: readonly string[] = ['job', 'instance', 'component', 'namespace', 'le'];

/** Names in expressions that the product does not have. */
export function unknownNames(expressions: readonly LocatedExpression[], metrics: Metrics): string[] {
  return expressions.flatMap(({ location, expr }) => {
    const { selectors, grouping } = readExpression(expr);
    const labelsOf = (metric: string) => metrics.get(metric) ?? own.get(metric);
    const all = [...targetLabels, ...selectors.flatMap(({ metric }) => labelsOf(metric) ?? [])];
    const unknown = selectors.flatMap(({ metric, matchers }) => {
      const labels = labelsOf(metric);
      if (!labels) return [`unknown metric ${metric}`];
      const strange = matchers.filter(({ label }) => ![...targetLabels, ...labels].includes(label));
      return strange.map(({ label }) => `${metric} has no label ${label}`);
    });
    const ungrouped = grouping.filter((label) => !all.includes(label)).map((label) => `no series has a label ${label}`);
    return [...unknown, ...ungrouped].map((problem) => `${location}: ${problem}`);
  });
}

/** Sections of the run book without an alert, or without steps. */
export function idleRunbooks(alerts: readonly Alert[], page: string): string[] {
  const [, block = ''] = page.split(/^## Alerts$/m);
  const sections = (block.split(/^## /m)[0] ?? '').split(/^### /m).slice(1);
  return sections.flatMap((section) => {
    const [heading = ''] = section.split('\n');
    const isNamed = alerts.some(({ annotations: { runbook_url: runbook } }) => runbook.endsWith(`#${anchorOf(heading)}`));
    return [
      ...(isNamed ? [] : [`${heading}: no alert links here`]),
      ...(/^1\. .*^2\. /ms.test(section) ? [] : [`${heading}: there are no steps`]),
    ];
  });
}

const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');

/** Alerts whose link is not a section of a page. */
export function lostRunbooks(alerts: readonly Alert[], pages: readonly SourceFile[]): string[] {
  return alerts.flatMap(({ alert, annotations: { runbook_url: runbook } }) => {
    const [path, anchor = ''] = runbook.split('#');
    const headings = [...(pages.find((page) => page.path === path)?.text ?? '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
    const anchors = headings.map(anchorOf);
    return anchors.includes(anchor) ? [] : [`${alert}: ${runbook} is not a section`];
  });
}
