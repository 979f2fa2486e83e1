import { LinkedFeature } from '../feature/linked-feature.tsx';
import { projectHref } from '../../frame/address.ts';
import { Bars, PartsBar } from '../../parts/chart/bars.tsx';
import { periodName, periodsUpTo } from '../../parts/chart/scale.ts';
import { Answer, Empty, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer, type AnswerOf } from '../../server/ask.ts';
import { HealthHead } from './health-head.tsx';
import { distribute } from './lead-times.ts';
import { dayMs, counted, formatFigure } from '../../base/format.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';

type Status = AnswerOf<'GET /api/admin/projects/{projectId}/status'>;
type Figures = AnswerOf<'GET /api/admin/projects/{projectId}/insights'>;

/** Stages, turnover and lead times of the features of a project, as pictures. */
export function Insights({ project }: { readonly project: string }) {
  const path = { projectId: project };
  const status = useAnswer('GET /api/admin/projects/{projectId}/status', { path });
  const figures = useAnswer('GET /api/admin/projects/{projectId}/insights', { path });
  return (
    <>
      <HealthHead project={project} at="insights" />
      <Panel title="Features by stage" about="Applications move a feature to the next stage when they evaluate it.">
        <Answer of={status}>{({ lifecycleSummary }) => <Stages project={project} summary={lifecycleSummary} />}</Answer>
      </Panel>
      <Panel title="Created and archived per week">
        <Answer of={figures}>{(all) => <Turnover project={project} {...all} />}</Answer>
      </Panel>
      <Panel title="Time to production" about="From the creation of a release feature to its first evaluation in production.">
        <Answer of={figures}>{({ leadTime }) => <LeadTimes project={project} features={leadTime.features} />}</Answer>
      </Panel>
      <Panel title="Changes per day">
        <Answer of={status}>{({ activityCountByDate }) => <Changes activity={activityCountByDate} />}</Answer>
      </Panel>
    </>
  );
}

const stages = [
  { id: 'initial', of: 'initial', name: 'Created', tone: 'rest' },
  { id: 'pre-live', of: 'preLive', name: 'Before production', tone: 'third' },
  { id: 'live', of: 'live', name: 'In production', tone: 'first' },
  { id: 'completed', of: 'completed', name: 'Completed', tone: 'second' },
] as const;

const describeDays = (days: number) => (days < 1 ? 'less than a day' : counted(days, 'day'));

function Stages({ project, summary }: { readonly project: string; readonly summary: Status['lifecycleSummary'] }) {
  const parts = stages.map(({ id, of, name, tone }) => {
    const { currentFlags: count, averageDays } = summary[of];
    const note = averageDays === null ? undefined : `${describeDays(averageDays)} on average`;
    return { name, tone, count, note, href: `${projectHref(project)}?q=stage:${id}` };
  });
  const { archived } = summary;
  return (
    <div class={panelStyles.body}>
      <PartsBar parts={parts} />
      <p>
        <a href={`${projectHref(project)}/archive`}>Archived</a> <b>{formatFigure(archived.currentFlags)}</b>
        {archived.currentFlags > 0 && <small> of which {formatFigure(archived.last30Days)} in the past 30 days</small>}
      </p>
    </div>
  );
}

function Turnover({
  project,
  weeks,
  health,
  featureTypeCounts,
}: Pick<Figures, 'weeks' | 'health' | 'featureTypeCounts'> & { readonly project: string }) {
  const layers = [
    { name: 'Created', tone: 'second' },
    { name: 'Archived', tone: 'rest' },
  ] as const;
  const columns = weeks.map(({ start, created, archived }) => ({
    title: periodName(Date.parse(start), dayMs),
    counts: [created, archived],
  }));
  return (
    <>
      <Bars label="Features created and archived, by week" layers={layers} columns={columns} />
      <footer>
        <a href={`${projectHref(project)}/health`}>
          {formatFigure(health.staleCount + health.potentiallyStaleCount)} of {formatFigure(health.activeCount + health.staleCount)}{' '}
          features are stale or past their expected lifetime
        </a>
        <small>{featureTypeCounts.map(({ type, count }) => `${formatFigure(count)} ${type}`).join(' · ')}</small>
      </footer>
    </>
  );
}

function LeadTimes({ project, features }: { readonly project: string; readonly features: Figures['leadTime']['features'] }) {
  if (features.length === 0) return <Empty title="Shown after the first release feature has reached production" />;
  const { columns, median, slowest } = distribute(features);
  return (
    <>
      <Bars label="Features by time to production" layers={[{ name: 'Features', noun: 'feature', tone: 'first' }]} columns={columns} />
      <footer>
        <span>
          Median: <b>{describeDays(median)}</b>. Slowest: <LinkedFeature project={project} name={slowest.name} /> with{' '}
          {describeDays(slowest.timeToProduction)}
        </span>
      </footer>
    </>
  );
}

const shownDays = 30;

function Changes({ activity }: { readonly activity: Status['activityCountByDate'] }) {
  const counts = new Map(activity.map(({ date, count }) => [Date.parse(date), count]));
  const columns = periodsUpTo(Date.now(), dayMs, shownDays).map((start) => ({
    title: periodName(start, dayMs),
    counts: [counts.get(start) ?? 0],
  }));
  return (
    <Bars label="Changes per day, in the past 30 days" layers={[{ name: 'Changes', noun: 'change', tone: 'second' }]} columns={columns} />
  );
}
