import { useSignal } from '@preact/signals';
import { formatMoment } from '../../../base/time.ts';
import { Icon } from '../../../parts/mark/icon.tsx';
import { describeStrategy, shareOf } from '../../../parts/strategy/sentence.ts';
import { SentenceLine, ShareBar } from '../../../parts/strategy/sentence-line.tsx';
import type { PlanMilestone } from '../../../server/operations.ts';
import type { ShownEnvironment } from '../state/use-environments.ts';
import { useRefusal } from '../state/use-environments.ts';
import type { ReadFeature, Strategy } from '../state/use-feature.ts';
import type { DraftChange, Target } from '../state/write.ts';
import { calledBy, contentOf } from '../../strategy/strategy-draft.ts';
import { StrategyEditor } from '../strategy/strategy-editor.tsx';
import { strategiesOf } from '../strategy/strategy-writes.ts';
import { useSegmentNames } from '../../strategy/use-segment-names.ts';
import { NextMilestone } from './next-milestone.tsx';
import { type Progress, progressOf, type Plan } from './plan.ts';
import { StartButton } from './start-button.tsx';
import { Button } from '../../../parts/mark/button.tsx';
import * as buttonStyles from '../../../parts/mark/button.module.css';
import * as styles from './release.module.css';
import * as tagStyles from '../../../parts/mark/tag.module.css';

interface TrackProps {
  readonly read: ReadFeature;
  readonly environment: ShownEnvironment;
  readonly target: Target;
  readonly plan: Plan;
  readonly drafts: (changes: readonly DraftChange[] | null) => void;
}

/** The milestones in order: past, active, next. */
export function Track(props: TrackProps) {
  const { plan } = props;
  return (
    <ol class={styles.track} aria-label="Milestones">
      {plan.milestones.map((milestone, index) => (
        <Milestone key={milestone.id} {...props} milestone={milestone} isLast={index === plan.milestones.length - 1} />
      ))}
    </ol>
  );
}

interface MilestoneProps extends TrackProps {
  readonly milestone: PlanMilestone;
  readonly isLast: boolean;
}

const progressWords = { past: 'done', skipped: 'skipped', active: 'now', next: 'next', later: '' };

function Milestone({ milestone, isLast, ...props }: MilestoneProps) {
  const { plan, target, environment } = props;
  const progress = progressOf(plan, milestone);
  const called = progressWords[progress === 'past' && milestone.startedAt === null ? 'skipped' : progress];
  return (
    <li class={`${styles.milestone} ${progressStyles[progress]}`} aria-current={progress === 'active' ? 'step' : undefined}>
      <span class={styles.marker} aria-hidden="true">
        {progress === 'past' && <Icon name="tick" />}
      </span>
      <div class={styles.head}>
        <h3>{milestone.name}</h3>
        {called !== '' && <span class={progress === 'active' ? tagStyles.clear : tagStyles.tag}>{called}</span>}
        <small>{describeTimes(milestone)}</small>
        <span class={styles.end}>
          {progress !== 'active' && <StartButton {...{ plan, milestone, target, environment }} isNext={progress === 'next'} />}
        </span>
      </div>
      <MilestoneStrategies {...props} milestone={milestone} />
      {!isLast && <NextMilestone plan={plan} milestone={milestone} target={target} isActive={progress === 'active'} />}
    </li>
  );
}

const progressStyles: Readonly<Record<Progress, string | undefined>> = {
  past: styles.past,
  active: styles.active,
  next: styles.upcoming,
  later: styles.upcoming,
};

const describeTimes = ({ startedAt, progressionExecutedAt }: PlanMilestone): string =>
  [
    startedAt === null ? '' : `Started ${formatMoment(Date.parse(startedAt))}`,
    progressionExecutedAt ? `advanced automatically ${formatMoment(Date.parse(progressionExecutedAt))}` : '',
  ]
    .filter(Boolean)
    .join(', ');

/** The strategies of a milestone as sentences. One at a time can be edited in progress. */
function MilestoneStrategies({ read, environment, target, milestone, drafts }: Omit<MilestoneProps, 'isLast'>) {
  const edited = useSignal<{ readonly strategy: Strategy; readonly version: string } | null>(null);
  const segmentName = useSegmentNames();
  const close = () => {
    edited.value = null;
    drafts(null);
  };
  return (
    <>
      {strategiesOf(milestone).map((strategy, index) =>
        edited.value?.strategy.id === strategy.id ? (
          <StrategyEditor
            key={strategy.id}
            {...{ target, segmentName, drafts, close }}
            base={edited.value}
            current={{ strategy, version: read.version }}
            begun={contentOf(edited.value.strategy)}
            number={index + 1}
          />
        ) : (
          <ShownStrategy
            key={strategy.id}
            {...{ strategy, target, environment }}
            edit={() => (edited.value = { strategy, version: read.version })}
          />
        ),
      )}
    </>
  );
}

interface ShownStrategyProps {
  readonly strategy: Strategy;
  readonly target: Target;
  readonly environment: ShownEnvironment;
  readonly edit: () => void;
}

function ShownStrategy({ strategy, target, environment, edit }: ShownStrategyProps) {
  const refused = useRefusal(target.project)('UPDATE_FEATURE_STRATEGY', environment);
  const share = shareOf(strategy);
  return (
    <div class={styles.strategy}>
      <div>
        {strategy.title && <b>{strategy.title}</b>}
        <SentenceLine phrases={describeStrategy(strategy, useSegmentNames())} />
        {share !== null && share < 100 && <ShareBar now={share} />}
      </div>
      <Button
        class={`${buttonStyles.quiet} ${buttonStyles.small}`}
        aria-label={`Edit ${calledBy(strategy)}`}
        refused={refused}
        press={edit}
      >
        Edit
      </Button>
    </div>
  );
}
