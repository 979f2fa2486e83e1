import { formatFigure, hourMs } from '../../base/format.ts';
import { useLocation } from 'preact-iso/router';
import { hrefWith } from '../../frame/address.ts';
import { elapsedPart, withoutFall } from '../../parts/chart/without-fall.ts';
import { DataTable } from '../../parts/list/data-table.tsx';
import { Spark } from '../../parts/mark/spark.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Answer, Empty, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer, type AnswerOf } from '../../server/ask.ts';
import { useProtected } from '../../server/protection.ts';
import { EnvironmentTabs } from '../feature/environment-tabs.tsx';
import { modesOf } from '../release-templates/safeguard/describe-safeguard.ts';
import { useMetric } from '../feature/safeguard/use-metric.ts';
import { useChosen } from '../feature/state/use-feature.ts';
import { ChosenMetric, type ListedMetric, measured } from './chosen-metric.tsx';

const list = 'GET /api/admin/impact-metrics/metadata';

/** The impact metrics of an environment, and one of them in detail. The address has both. */
export function MetricsPage({ project }: { readonly project: string }) {
  const { path, query } = useLocation();
  const { data: used } = useAnswer('GET /api/admin/environments/project/{projectId}', { path: { projectId: project } });
  const protecting = useProtected(project);
  const environments = (used?.environments ?? [])
    .filter(({ visible }) => visible)
    .map((environment) => ({ ...environment, protected: protecting?.has(environment.name) ?? true }));
  const chosen = useChosen(environments);
  const found = useAnswer(list, {});
  const metrics = metricsIn(found.data?.series ?? {}, chosen?.name ?? '');
  const metric = metrics.find(({ name }) => name === query['metric']) ?? metrics[0];
  return (
    <>
      <PageHead
        title="Metrics"
        about="Impact metrics that applications report with their SDK. Safeguards stop a release when a metric passes its limit."
      />
      {chosen && <EnvironmentTabs environments={environments} chosen={chosen.name} />}
      <Panel title="Metrics">
        <Answer of={found}>
          {() => (
            <DataTable
              none={<Empty title={`No application has reported a metric in ${chosen?.name ?? 'this project'} yet`} />}
              label="Metrics"
              rows={metrics}
              columns={[
                {
                  title: 'Metric',
                  cell: ({ name, help }) => (
                    <>
                      <a
                        class="mono"
                        href={hrefWith(path, query, { metric: name })}
                        aria-current={name === metric?.name ? 'true' : undefined}
                      >
                        {name}
                      </a>{' '}
                      <small>{help}</small>
                    </>
                  ),
                },
                { title: 'Kind', cell: ({ type }) => type },
                { title: 'Last value', cell: (each) => <LastValue metric={each} environment={chosen?.name ?? ''} /> },
                { title: 'Past day', cell: (each) => <DayLine metric={each} environment={chosen?.name ?? ''} /> },
              ]}
            />
          )}
        </Answer>
      </Panel>
      {chosen && metric && <ChosenMetric project={project} environment={chosen.name} metric={metric} protecting={protecting} />}
    </>
  );
}

/** The metrics of an environment, and those that were registered before any application reported them. */
const metricsIn = (series: AnswerOf<typeof list>['series'], environment: string): readonly ListedMetric[] =>
  Object.entries(series)
    .filter(([, { environments }]) => environments.length === 0 || environments.includes(environment))
    .map(([name, { type, help }]) => ({ name, type, help }));

interface CellProps {
  readonly metric: ListedMetric;
  readonly environment: string;
}

/** The values of the past day by hour, without hours that have none. The running hour of a counter is estimated. */
function useDay({ metric: { name, type }, environment }: CellProps): readonly number[] {
  const [mode] = modesOf[type];
  const safeguard = measured(name, mode, mode === 'count' ? 'hour' : 'day');
  const values = useMetric({ safeguard, environment, when: environment !== '' }).series?.values ?? [];
  if (mode === 'count')
    return values.some((value) => value !== null) ? withoutFall(values.map(Number), elapsedPart(Date.now(), hourMs)) : [];
  return values.filter((value) => value !== null);
}

function LastValue(cell: CellProps) {
  const last = useDay(cell).at(-1);
  if (last === undefined) return <span class="dimmer">none in the past day</span>;
  return (
    <>
      {formatFigure(last, 4)} <small>{units[cell.metric.type]}</small>
    </>
  );
}

const units = { counter: 'an hour', gauge: 'on average', histogram: 'median' };

const DayLine = (cell: CellProps) => <Spark values={useDay(cell)} label={`${cell.metric.name} in the past day`} />;
