import { featureHref } from '../../frame/address.ts';
import { Chart } from '../../parts/chart/chart.tsx';
import { DataTable } from '../../parts/list/data-table.tsx';
import { Answer, Empty, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import type { AnswerOf } from '../../server/request.ts';
import { dailyOf } from './daily.ts';
import { HealthHead } from './health-head.tsx';
import { dayMs } from '../../base/time.ts';
import { counted } from '../../base/counted.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';

type Status = AnswerOf<'GET /api/admin/projects/{projectId}/status'>;
type Figures = AnswerOf<'GET /api/admin/projects/{projectId}/insights'>;

/** Stages, turnover and lead times of the features of a project. */
export function Insights({ project }: { readonly project: string }) {
  const path = { projectId: project };
  const status = useAnswer('GET /api/admin/projects/{projectId}/status', { path });
  const figures = useAnswer('GET /api/admin/projects/{projectId}/insights', { path });
  return (
    <>
      <HealthHead project={project} at="insights" />
      <Panel title="Changes per day">
        <Answer of={status}>{({ activityCountByDate }) => <Changes activity={activityCountByDate} />}</Answer>
      </Panel>
      <Panel title="Features by stage" about="Applications move a feature to the next stage when they evaluate it.">
        <Answer of={status}>{({ lifecycleSummary }) => <Stages summary={lifecycleSummary} />}</Answer>
      </Panel>
      <Panel title="Creation and cleanup">
        <Answer of={figures}>{({ stats, health }) => <Turnover stats={stats} health={health} />}</Answer>
      </Panel>
      <Panel title="Active features by type">
        <Answer of={figures}>{({ featureTypeCounts }) => <Types counts={featureTypeCounts} />}</Answer>
      </Panel>
      <Panel title="Time to production" about="From the creation of a release feature to its first evaluation in production.">
        <Answer of={figures}>{({ leadTime }) => <LeadTimes project={project} leadTime={leadTime} />}</Answer>
      </Panel>
    </>
  );
}

function Changes({ activity }: { readonly activity: Status['activityCountByDate'] }) {
  const nowMs = Date.now();
  const { starts, values } = dailyOf(activity, nowMs);
  if (values.every((value) => value === 0)) return <Empty title="No changes in the past 30 days" />;
  const layers = [{ name: 'Changes', values, tone: 'first' as const }];
  return (
    <div class={panelStyles.body}>
      <Chart
        data={{ starts, unitMs: dayMs, nowMs, are: 'counts', layers, marks: [] }}
        label="Changes in this project per day, in the past 30 days"
      />
    </div>
  );
}

const stages = ['initial', 'preLive', 'live', 'completed'] as const;

const stageTitles = {
  initial: 'Created',
  preLive: 'Before production',
  live: 'In production',
  completed: 'Completed',
  archived: 'Archived',
};

const describeDays = (days: number) => (days === 0 ? 'less than a day' : counted(days, 'day'));

function Stages({ summary }: { readonly summary: Status['lifecycleSummary'] }) {
  const rows = [
    ...stages.map((stage) => ({ name: stageTitles[stage], count: summary[stage].currentFlags, days: summary[stage].averageDays })),
    { name: stageTitles.archived, count: summary.archived.currentFlags, days: undefined },
  ];
  return (
    <DataTable
      label="Features by stage"
      rows={rows}
      nameOf={({ name }) => name}
      columns={[
        { title: 'Stage', cell: ({ name }) => <b>{name}</b> },
        { title: 'Features', cell: ({ count }) => count.toLocaleString('en') },
        {
          title: 'Average time',
          cell: ({ days }) => days !== undefined && (days === null ? 'no feature has left it' : describeDays(days)),
        },
      ]}
    />
  );
}

function Turnover({ stats, health }: Pick<Figures, 'stats' | 'health'>) {
  const rows = [
    { name: 'Created', now: stats.createdCurrentWindow, before: stats.createdPastWindow },
    { name: 'Archived', now: stats.archivedCurrentWindow, before: stats.archivedPastWindow },
    { name: 'Changes', now: stats.projectActivityCurrentWindow, before: stats.projectActivityPastWindow },
  ];
  return (
    <>
      <DataTable
        label="Creation and cleanup"
        rows={rows}
        nameOf={({ name }) => name}
        columns={[
          { title: 'Figure', cell: ({ name }) => <b>{name}</b> },
          { title: 'Past 30 days', cell: ({ now }) => now.toLocaleString('en') },
          { title: '30 days before', cell: ({ before }) => before.toLocaleString('en') },
        ]}
      />
      <footer>
        {(health.staleCount + health.potentiallyStaleCount).toLocaleString('en')} of{' '}
        {(health.activeCount + health.staleCount).toLocaleString('en')} features are stale or past their expected lifetime
      </footer>
    </>
  );
}

function Types({ counts }: { readonly counts: Figures['featureTypeCounts'] }) {
  if (counts.length === 0) return <Empty title="No features yet" />;
  return (
    <DataTable
      label="Active features by type"
      rows={counts}
      nameOf={({ type }) => type}
      columns={[
        { title: 'Type', cell: ({ type }) => <b>{type}</b> },
        { title: 'Features', cell: ({ count }) => count.toLocaleString('en') },
      ]}
    />
  );
}

interface LeadTimesProps {
  readonly project: string;
  readonly leadTime: Figures['leadTime'];
}

const describeMean = (time: string, features: number) => `${time} on average, over ${counted(features, 'feature')}`;

/** The slowest first. */
function LeadTimes({ project, leadTime: { projectAverage, features } }: LeadTimesProps) {
  if (features.length === 0) return <Empty title="No release feature has reached production" />;
  return (
    <>
      <DataTable
        label="Time to production"
        rows={features.toSorted((one, other) => other.timeToProduction - one.timeToProduction).slice(0, shownFeatures)}
        nameOf={({ name }) => name}
        columns={[
          {
            title: 'Feature',
            cell: ({ name }) => (
              <a class="mono" href={featureHref(project, name)}>
                {name}
              </a>
            ),
          },
          { title: 'Time to production', cell: ({ timeToProduction }) => describeDays(timeToProduction) },
        ]}
      />
      <footer>{describeMean(describeDays(projectAverage), features.length)}</footer>
    </>
  );
}

const shownFeatures = 10;
