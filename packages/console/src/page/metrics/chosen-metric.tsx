import { modeTitles } from '@signalbox/contracts/metric-words';
import { LinkedFeature } from '../feature/linked-feature.tsx';
import { useLocation } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { openForm } from '../../parts/form/value-form.tsx';
import { ActionButton, DataTable } from '../../parts/list/data-table.tsx';
import { Answer, Empty, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer, type ImpactMetricChoice, type AnswerOf } from '../../server/ask.ts';
import { LinkChoice } from '../feature/link-choice.tsx';
import { describeSafeguard, modesOf, timeRanges } from '../release-templates/safeguard/describe-safeguard.ts';
import { MetricChart } from '../feature/safeguard/metric-chart.tsx';
import { type Watchable, useWatchable } from '../release-templates/safeguard/use-watchable.ts';
import type { ChartedSafeguard } from '../feature/safeguard/use-metric.ts';
import { useRefusal } from '../feature/state/use-feature.ts';
import type { Target } from '../feature/state/write.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';

const guards = 'GET /api/admin/projects/{projectId}/safeguards';
type Guarded = AnswerOf<typeof guards>['guarded'][number];

export interface ListedMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
}

/** A metric as the chart of a safeguard takes it, without a limit. */
export const measured = (
  metricName: string,
  aggregationMode: ImpactMetricChoice['aggregationMode'],
  timeRange: ImpactMetricChoice['timeRange'],
): ChartedSafeguard => ({
  impactMetric: { metricName, aggregationMode, timeRange, labelSelectors: {} },
  triggerCondition: { operator: '>', threshold: NaN },
});

interface ChosenMetricProps {
  readonly project: string;
  readonly environment: string;
  readonly metric: ListedMetric;
  /** Undefined while loading. */
  readonly protecting: ReadonlySet<string> | undefined;
}

/** The chart of a metric, and the safeguards of the project that watch it. */
export function ChosenMetric({ project, environment, metric: { name, type }, protecting }: ChosenMetricProps) {
  const { query } = useLocation();
  const modes = modesOf[type];
  const mode = modes.find((each) => each === query['as']) ?? modes[0];
  const range = ranges.find((each) => each === query['range']) ?? 'hour';
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (query['metric'] !== undefined) section.current?.scrollIntoView({ block: 'nearest' });
  }, [query['metric']]);
  return (
    <>
      <section ref={section} class={panelStyles.panel} aria-label={name}>
        <header>
          <h2 class="mono">{name}</h2>
          <span class={panelStyles.end}>
            <LinkChoice label="Measured as" name="as" chosen={mode} titles={titlesOf(modes)} />
            <LinkChoice label="Over the past" name="range" chosen={range} titles={timeRanges} />
          </span>
        </header>
        <div class={panelStyles.body}>
          <MetricChart safeguard={measured(name, mode, range)} feature="" environment={environment} marks={[]} />
        </div>
      </section>
      <Guards project={project} metric={name} protecting={protecting} />
    </>
  );
}

const titlesOf = (modes: readonly (keyof typeof modeTitles)[]) => Object.fromEntries(modes.map((each) => [each, modeTitles[each]]));

const ranges = Object.keys(timeRanges) as (keyof typeof timeRanges)[];

function Guards({ project, metric, protecting }: Pick<ChosenMetricProps, 'project' | 'protecting'> & { readonly metric: string }) {
  const found = useAnswer(guards, { path: { projectId: project } });
  const known = useWatchable();
  const refusal = useRefusal(project);
  const catchRefusal = ({ environment: name, ...target }: Target) =>
    refusal('UPDATE_FEATURE_STRATEGY', { name, protected: target.protected });
  const plans = (found.data?.guarded ?? []).flatMap(({ featureName: feature, environment, plan }) =>
    plan ? [{ plan, target: { project, feature, environment, protected: protecting?.has(environment) ?? true } }] : [],
  );
  const open = plans.filter(({ target }) => catchRefusal(target) === undefined);
  const refused = plans[0] ? catchRefusal((open[0] ?? plans[0]).target) : 'No feature of this project has a release plan.';
  return (
    <Panel
      title="Where it is guarded"
      end={<ActionButton of={metric} action={{ title: 'Add safeguard', act: () => known && askForPlan(metric, open, known), refused }} />}
    >
      <Answer of={found}>
        {({ guarded }) => {
          const rows = guarded.flatMap((each) => each.safeguards.filter(watches(metric)).map((safeguard) => ({ ...each, safeguard })));
          return <GuardTable project={project} rows={rows} />;
        }}
      </Answer>
    </Panel>
  );
}

interface GuardTableProps {
  readonly project: string;
  readonly rows: readonly (Guarded & { readonly safeguard: Guarded['safeguards'][number] })[];
}

const GuardTable = ({ project, rows }: GuardTableProps) => (
  <DataTable
    label="Where it is guarded"
    rows={rows}
    none={<Empty title="No safeguard of this project watches it" />}
    nameOf={({ featureName, environment }) => `${featureName} in ${environment}`}
    columns={[
      {
        title: 'Feature',
        cell: ({ featureName, environment }) => <LinkedFeature project={project} name={featureName} environment={environment} />,
      },
      { title: 'Environment', cell: ({ environment }) => environment },
      { title: 'Release plan', cell: ({ plan }) => plan?.name ?? 'none' },
      { title: 'Safeguard', cell: ({ safeguard }) => describeSafeguard(safeguard) },
    ]}
  />
);

const watches =
  (metric: string) =>
  ({ impactMetric: { metricName, source }, per }: Guarded['safeguards'][number]): boolean =>
    source !== 'signal' && (metricName === metric || per === metric);

interface PlanOfFeature {
  readonly plan: NonNullable<Guarded['plan']>;
  readonly target: Target;
}

/** Asks for a release plan, and opens the form of a safeguard on the metric. */
const askForPlan = (metric: string, plans: readonly PlanOfFeature[], known: Watchable): void =>
  openForm({
    title: `Guard a release by ${metric}`,
    submitTitle: 'Continue',
    initial: { plan: plans[0]?.plan.id ?? '' },
    entries: () => ({
      plan: {
        kind: 'choice',
        label: 'Release plan',
        choices: plans.map(({ plan, target }) => ({
          value: plan.id,
          title: `${target.feature} in ${target.environment}`,
          about: plan.name,
        })),
      },
    }),
    submit: async ({ plan: id }) => {
      const target = plans.find(({ plan }) => plan.id === id)?.target;
      if (target)
        (await import('../feature/safeguard/safeguard-form.tsx')).openSafeguardForm({ target, planId: id, known, safeguard: null, metric });
    },
  });
