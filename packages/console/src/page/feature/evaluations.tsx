import type { ComponentChildren } from 'preact';
import { Chart } from '../../parts/chart/chart.tsx';
import type { ChartMark } from '../../parts/chart/chart-data.ts';
import { Answer, Empty, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/ask.ts';
import { describeEvent, tookEffectIn } from './event-sentence.ts';
import { type Counted, type GroupName, layersOf, type RangeName, startsOf, usageRanges } from './usage-counts.ts';
import { formatMoment } from '../../base/format.ts';
import { useUsage } from './use-usage.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';

interface EvaluationsProps {
  readonly feature: string;
  readonly environment: string;
  readonly range: RangeName;
  readonly group: GroupName;
  /** Controls next to the title. */
  readonly children: ComponentChildren;
  /** Content below the chart. */
  readonly below?: (counted: readonly Counted[]) => ComponentChildren;
}

const ranges = { '24h': 'past 24 hours', '7d': 'past 7 days', '30d': 'past 30 days', '90d': 'past 90 days' };

/** Evaluations of a feature in an environment over time, with the changes that took effect. */
export function Evaluations({ feature, environment, range, group, children, below }: EvaluationsProps) {
  const usage = useUsage(feature, range);
  const marks = useMarks(feature, environment);
  return (
    <Panel title={`Evaluations in ${environment}`} end={children}>
      <Answer of={usage}>
        {({ data }) => {
          const nowMs = Date.now();
          const starts = startsOf(range, nowMs);
          const counted = data.filter((one) => one.environment === environment);
          if (counted.length === 0) {
            return (
              <Empty title={`No evaluations in the ${ranges[range]}`}>
                <p>Evaluations appear here as soon as an application reports them.</p>
              </Empty>
            );
          }
          const layers = layersOf(counted, group, range, starts).filter(
            ({ name, values }) => name !== 'Off' || values.some((value) => value > 0),
          );
          return (
            <>
              <div class={panelStyles.body}>
                <Chart
                  data={{ are: 'counts', starts, unitMs: usageRanges[range].unitMs, nowMs, layers, marks }}
                  label={`Evaluations in ${environment}, ${ranges[range]}`}
                />
              </div>
              {below?.(counted)}
            </>
          );
        }}
      </Answer>
    </Panel>
  );
}

/** The changes of a feature that took effect in an environment. */
function useMarks(featureName: string, environment: string): readonly ChartMark[] {
  const { data } = useAnswer('GET /api/admin/events/{featureName}', { path: { featureName } });
  return (data?.events ?? [])
    .filter((event) => tookEffectIn(event, environment))
    .map((event) => {
      const atMs = Date.parse(event.createdAt);
      return { atMs, text: `${formatMoment(atMs)} ${event.createdBy} ${describeEvent(event)}` };
    });
}
