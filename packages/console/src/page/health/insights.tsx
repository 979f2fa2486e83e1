import { featureHref } from '../../frame/address.ts';
import { Chart } from '../../parts/chart/chart.tsx';
import { DataTable } from '../../parts/list/data-table.tsx';
import { Answer, Empty, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import type { AnswerOf } from '../../server/request.ts';
import { dailyOf } from './daily.ts';
import { HealthHead } from './health-head.tsx';
import { healthTexts } from './texts.ts';
import { dayMs } from '../../base/time.ts';
import { partsTexts } from '../../parts/texts.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';

const texts = healthTexts.insights;

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
      <Panel title={texts.changes}>
        <Answer of={status}>{({ activityCountByDate }) => <Changes activity={activityCountByDate} />}</Answer>
      </Panel>
      <Panel title={texts.stages} about={texts.stagesAbout}>
        <Answer of={status}>{({ lifecycleSummary }) => <Stages summary={lifecycleSummary} />}</Answer>
      </Panel>
      <Panel title={texts.turnover}>
        <Answer of={figures}>{({ stats, health }) => <Turnover stats={stats} health={health} />}</Answer>
      </Panel>
      <Panel title={texts.types}>
        <Answer of={figures}>{({ featureTypeCounts }) => <Types counts={featureTypeCounts} />}</Answer>
      </Panel>
      <Panel title={texts.leadTimes} about={texts.leadTimesAbout}>
        <Answer of={figures}>{({ leadTime }) => <LeadTimes project={project} leadTime={leadTime} />}</Answer>
      </Panel>
    </>
  );
}

function Changes({ activity }: { readonly activity: Status['activityCountByDate'] }) {
  const nowMs = Date.now();
  const { starts, values } = dailyOf(activity, nowMs);
  if (values.every((value) => value === 0)) return <Empty title={texts.noChanges} />;
  const layers = [{ name: texts.change, values, tone: 'first' as const }];
  return (
    <div class={panelStyles.body}>
      <Chart data={{ starts, unitMs: dayMs, nowMs, are: 'counts', layers, marks: [] }} label={texts.changesChart} />
    </div>
  );
}

const stages = ['initial', 'preLive', 'live', 'completed'] as const;

function Stages({ summary }: { readonly summary: Status['lifecycleSummary'] }) {
  const rows = [
    ...stages.map((stage) => ({ name: texts.stageTitles[stage], count: summary[stage].currentFlags, days: summary[stage].averageDays })),
    { name: texts.stageTitles.archived, count: summary.archived.currentFlags, days: undefined },
  ];
  return (
    <DataTable
      label={texts.stages}
      rows={rows}
      nameOf={({ name }) => name}
      columns={[
        { title: texts.stage, cell: ({ name }) => <b>{name}</b> },
        { title: texts.features, cell: ({ count }) => count.toLocaleString('en') },
        { title: texts.average, cell: ({ days }) => days !== undefined && (days === null ? texts.noAverage : texts.days(days)) },
      ]}
    />
  );
}

function Turnover({ stats, health }: Pick<Figures, 'stats' | 'health'>) {
  const rows = [
    { name: texts.created, now: stats.createdCurrentWindow, before: stats.createdPastWindow },
    { name: texts.archived, now: stats.archivedCurrentWindow, before: stats.archivedPastWindow },
    { name: texts.change, now: stats.projectActivityCurrentWindow, before: stats.projectActivityPastWindow },
  ];
  return (
    <>
      <DataTable
        label={texts.turnover}
        rows={rows}
        nameOf={({ name }) => name}
        columns={[
          { title: texts.figure, cell: ({ name }) => <b>{name}</b> },
          { title: texts.thisMonth, cell: ({ now }) => now.toLocaleString('en') },
          { title: texts.monthBefore, cell: ({ before }) => before.toLocaleString('en') },
        ]}
      />
      <footer>{texts.staleOf(health.staleCount + health.potentiallyStaleCount, health.activeCount + health.staleCount)}</footer>
    </>
  );
}

function Types({ counts }: { readonly counts: Figures['featureTypeCounts'] }) {
  if (counts.length === 0) return <Empty title={partsTexts.feature.none} />;
  return (
    <DataTable
      label={texts.types}
      rows={counts}
      nameOf={({ type }) => type}
      columns={[
        { title: texts.type, cell: ({ type }) => <b>{type}</b> },
        { title: texts.features, cell: ({ count }) => count.toLocaleString('en') },
      ]}
    />
  );
}

interface LeadTimesProps {
  readonly project: string;
  readonly leadTime: Figures['leadTime'];
}

/** The slowest first. */
function LeadTimes({ project, leadTime: { projectAverage, features } }: LeadTimesProps) {
  if (features.length === 0) return <Empty title={texts.noLeadTimes} />;
  return (
    <>
      <DataTable
        label={texts.leadTimes}
        rows={features.toSorted((one, other) => other.timeToProduction - one.timeToProduction).slice(0, shownFeatures)}
        nameOf={({ name }) => name}
        columns={[
          {
            title: partsTexts.feature.feature,
            cell: ({ name }) => (
              <a class="mono" href={featureHref(project, name)}>
                {name}
              </a>
            ),
          },
          { title: texts.leadTimes, cell: ({ timeToProduction }) => texts.days(timeToProduction) },
        ]}
      />
      <footer>{texts.mean(texts.days(projectAverage), features.length)}</footer>
    </>
  );
}

const shownFeatures = 10;
