import { formatMoment } from '../../../base/format.ts';
import type { ChartMark } from '../../../parts/chart/chart-data.ts';
import { confirm } from '../../../parts/form/confirm.tsx';
import { proposeTitle } from '../../proposal/target.ts';
import type { ReleasePlan, Safeguard } from '../../../server/ask.ts';
import { useRefusal } from '../state/use-feature.ts';
import { type Target, write } from '../state/write.ts';
import { describeSafeguard } from '../../release-templates/safeguard/describe-safeguard.ts';
import { MetricChart } from './metric-chart.tsx';
import { SafeguardLine, SafeguardList } from '../../release-templates/safeguard/safeguard-list.tsx';
import { deleteSafeguard } from './safeguard-writes.ts';
import { useWatchable } from '../../release-templates/safeguard/use-watchable.ts';
import { withLocalTimes } from '../state/with-local-times.ts';
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
    <SafeguardList heading="h3" refused={refused} add={() => open(null)}>
      {plan.safeguards.map((safeguard) => (
        <Guard key={safeguard.id} {...{ plan, target, safeguard, refused }} edit={() => open(safeguard)} />
      ))}
    </SafeguardList>
  );
}

interface GuardProps extends SafeguardsProps {
  readonly safeguard: Safeguard;
  readonly refused: string | undefined;
  readonly edit: () => void;
}

function Guard({ plan, target, safeguard, refused, edit }: GuardProps) {
  const seen = plan.safeguardStates.find(({ id }) => id === safeguard.id);
  const marks = marksOf(plan);
  return (
    <li>
      <SafeguardLine {...{ safeguard, refused, edit }} remove={() => confirmDeletion(target, plan.id, safeguard)}>
        <StateOf safeguard={safeguard} seen={seen} />
      </SafeguardLine>
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
