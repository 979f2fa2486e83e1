import { formatMoment } from '../../../base/time.ts';
import type { ChartMark } from '../../../parts/chart/chart-data.ts';
import { confirm } from '../../../parts/form/confirm.tsx';
import { proposeTitle } from '../../proposal/target.ts';
import { useAnswer } from '../../../server/answer.ts';
import type { ReleasePlan, Safeguard } from '../../../server/operations.ts';
import { useRefusal } from '../state/use-environments.ts';
import { type Target, write } from '../state/write.ts';
import { describeSafeguard } from './describe-safeguard.ts';
import { MetricChart } from './metric-chart.tsx';
import type { Watchable } from './safeguard-form.tsx';
import { deleteSafeguard } from './safeguard-writes.ts';
import { withLocalTimes } from '../state/with-local-times.ts';
import { Button } from '../../../parts/mark/button.tsx';
import * as buttonStyles from '../../../parts/mark/button.module.css';
import * as panelStyles from '../../../parts/panel/panel.module.css';
import * as styles from './safeguard.module.css';
import * as tagStyles from '../../../parts/mark/tag.module.css';

/** Current state of a safeguard. */
interface SeenState {
  readonly id: string;
  readonly state: 'fine' | 'beyond' | 'undecided' | 'no data';
  readonly reason: string;
}

interface SafeguardsProps {
  readonly plan: ReleasePlan & { readonly safeguardStates: readonly SeenState[] };
  readonly target: Target;
}

/** The safeguards of a release: what each watches, its state, and the chart with its limit. */
export function Safeguards({ plan, target }: SafeguardsProps) {
  const refused = useRefusal(target.project)('UPDATE_FEATURE_STRATEGY', { name: target.environment, protected: target.protected });
  const known = useWatchable();
  const open = (safeguard: Safeguard | null) =>
    known &&
    void import('./safeguard-form.tsx').then(({ openSafeguardForm }) => openSafeguardForm({ target, planId: plan.id, known, safeguard }));
  return (
    <section class={styles.safeguards} aria-label="Safeguards">
      <header>
        <h3>Safeguards</h3>
        <Button refused={refused} press={() => open(null)} icon="plus" text="Add safeguard" />
      </header>
      {plan.safeguards.length === 0 && (
        <p class="dim">No safeguards. Add one to stop the release when a metric of your application gets worse.</p>
      )}
      <ul>
        {plan.safeguards.map((safeguard) => (
          <Guard key={safeguard.id} {...{ plan, target, safeguard, refused }} edit={() => open(safeguard)} />
        ))}
      </ul>
    </section>
  );
}

/** Metrics and signals that safeguards can watch; undefined while loading. */
export function useWatchable(): Watchable | undefined {
  const { data: metrics } = useAnswer('GET /api/admin/impact-metrics/metadata', {});
  const { data: signals } = useAnswer('GET /api/admin/signals', {});
  return metrics && signals && { metrics: metrics.series, signals: signals.map(({ name }) => name) };
}

interface GuardProps extends SafeguardsProps {
  readonly safeguard: Safeguard;
  readonly refused: string | undefined;
  readonly edit: () => void;
}

function Guard({ plan, target, safeguard, refused, edit }: GuardProps) {
  const { impactMetric } = safeguard;
  const seen = plan.safeguardStates.find(({ id }) => id === safeguard.id);
  const marks = marksOf(plan);
  return (
    <li>
      <div class={styles.line}>
        <StateOf safeguard={safeguard} seen={seen} />
        <p>{describeSafeguard(safeguard)}</p>
        <span class={panelStyles.end}>
          <Button
            class={`${buttonStyles.quiet} ${buttonStyles.small}`}
            aria-label={`Edit the safeguard on ${impactMetric.metricName}`}
            refused={refused}
            press={edit}
            text="Edit"
          />
          <Button
            class={`${buttonStyles.quiet} ${buttonStyles.small}`}
            aria-label={`Delete the safeguard on ${impactMetric.metricName}`}
            refused={refused}
            press={() => confirmDeletion(target, plan.id, safeguard)}
            text="Delete"
          />
        </span>
      </div>
      <small>{describeSeen(safeguard, seen)}</small>
      <MetricChart safeguard={safeguard} feature={target.feature} environment={target.environment} marks={marks} />
    </li>
  );
}

/** The starts of milestones, in the order of time. */
const marksOf = ({ milestones }: ReleasePlan): readonly ChartMark[] =>
  milestones
    .flatMap(({ name, startedAt }) => (startedAt === null ? [] : [{ atMs: Date.parse(startedAt), text: `${name} started` }]))
    .toSorted((one, other) => one.atMs - other.atMs);

const stateTitles = {
  fine: 'OK',
  beyond: 'Beyond the limit',
  undecided: 'Not decidable yet',
  'no data': 'No data',
  triggered: 'Triggered',
  idle: 'Watches once a milestone starts',
} as const;

const tones: Readonly<Record<keyof typeof stateTitles, string | undefined>> = {
  fine: tagStyles.clear,
  beyond: tagStyles.stop,
  undecided: tagStyles.info,
  'no data': tagStyles.caution,
  triggered: tagStyles.stop,
  idle: tagStyles.tag,
};

function StateOf({ safeguard, seen }: { readonly safeguard: Safeguard; readonly seen: SeenState | undefined }) {
  const state = safeguard.triggeredAt === null ? (seen?.state ?? 'idle') : 'triggered';
  return <span class={tones[state]}>{stateTitles[state]}</span>;
}

const describeSeen = ({ triggeredAt, reason }: Safeguard, seen: SeenState | undefined): string =>
  withLocalTimes(triggeredAt === null ? (seen?.reason ?? '') : `Triggered ${formatMoment(Date.parse(triggeredAt))}: ${reason ?? ''}`);

const confirmDeletion = (target: Target, planId: string, safeguard: Safeguard): void =>
  confirm({
    title: 'Delete the safeguard?',
    about: `${describeSafeguard(safeguard)}. The release continues without it.`,
    submitTitle: target.protected ? proposeTitle(target) : 'Delete safeguard',
    act: () => write(target, deleteSafeguard(target, planId, safeguard)),
  });
