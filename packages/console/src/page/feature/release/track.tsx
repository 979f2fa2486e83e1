import { useSignal } from '@preact/signals';
import { formatMoment } from '../../../base/format.ts';
import { Menu } from '../../../parts/layer/menu.tsx';
import { Icon } from '../../../parts/mark/icon.tsx';
import { describeStrategy, shareOf } from '../../../parts/strategy/sentence.ts';
import { SentenceLine, ShareBar } from '../../../parts/strategy/sentence-line.tsx';
import type { PlanMilestone } from '../../../server/ask.ts';
import { type ShownEnvironment, useRefusal, type ReadFeature, type Strategy } from '../state/use-feature.ts';
import type { DraftChange, Target } from '../state/write.ts';
import { calledBy, contentOf } from '../../strategy/strategy-draft.ts';
import { describeCondition } from '../../release-templates/condition/gate.ts';
import { useGroupNames } from '../../release-templates/condition/use-group-names.ts';
import { StrategyEditor } from '../strategy/strategy-editor.tsx';
import { strategiesOf } from '../strategy/strategy-writes.ts';
import { useSegmentNames } from '../../strategy/use-segment-names.ts';
import { Gates } from './gates.tsx';
import { isBack, type Plan, type Progress, progressOf } from './plan.ts';
import { useLack } from '../../../server/session.ts';
import { Button } from '../../../parts/mark/button.tsx';
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

/** A milestone in one line. The active one also shows its strategies and conditions, others only a strategy that is edited. */
function Milestone({ milestone, isLast, ...props }: MilestoneProps) {
  const { read, plan, target, environment, drafts } = props;
  const edited = useSignal<{ readonly strategy: Strategy; readonly version: string } | null>(null);
  const segmentName = useSegmentNames();
  const progress = progressOf(plan, milestone);
  const isActive = progress === 'active';
  const called = progressWords[progress === 'past' && milestone.startedAt === null ? 'skipped' : progress];
  const close = () => {
    edited.value = null;
    drafts(null);
  };
  return (
    <li class={`${styles.milestone} ${progressStyles[progress]}`} aria-current={isActive ? 'step' : undefined}>
      <span class={styles.marker} aria-hidden="true">
        {progress === 'past' && <Icon name="tick" />}
      </span>
      <div class={styles.head}>
        <h3>{milestone.name}</h3>
        {called !== '' && <span class={isActive ? tagStyles.clear : tagStyles.tag}>{called}</span>}
        <small>{useSummary(milestone, isActive, isLast)}</small>
        <span class={styles.end}>
          {!isActive && <StartButton {...{ plan, milestone, target, environment }} isNext={progress === 'next'} />}
          <EditMenu {...{ milestone, isLast, target }} edit={(strategy) => (edited.value = { strategy, version: read.version })} />
        </span>
      </div>
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
          isActive && <ShownStrategy key={strategy.id} strategy={strategy} />
        ),
      )}
      {isActive && <Gates plan={plan} milestone={milestone} target={target} />}
    </li>
  );
}

const progressStyles: Readonly<Record<Progress, string | undefined>> = {
  past: styles.past,
  active: styles.active,
  next: styles.upcoming,
  later: styles.upcoming,
};

/** One line about a milestone: its strategies unless they are shown below, its start, and the condition of the next one. */
function useSummary(milestone: PlanMilestone, isActive: boolean, isLast: boolean): string {
  const groupName = useGroupNames();
  const segmentName = useSegmentNames();
  const { startedAt, progressionExecutedAt, strategies, transitionCondition } = milestone;
  const sentences = strategies.map((strategy) =>
    describeStrategy(strategy, segmentName)
      .map(({ text }) => text)
      .join(' '),
  );
  const ends = isLast || startedAt !== null ? '' : `then ${describeCondition(transitionCondition, groupName)}`;
  return [
    isActive ? '' : sentences.join(' or '),
    startedAt === null ? '' : `started ${formatMoment(Date.parse(startedAt))}`,
    progressionExecutedAt ? `advanced automatically ${formatMoment(Date.parse(progressionExecutedAt))}` : ends,
  ]
    .filter(Boolean)
    .join(' · ');
}

interface EditMenuProps extends Pick<MilestoneProps, 'milestone' | 'isLast' | 'target'> {
  readonly edit: (strategy: Strategy) => void;
}

function EditMenu({ milestone, isLast, target, edit }: EditMenuProps) {
  const refused = useRefusal(target.project)('UPDATE_FEATURE_STRATEGY', { name: target.environment, protected: target.protected });
  const strategies = strategiesOf(milestone).map((strategy) => ({
    title: `Edit ${calledBy(strategy)}`,
    refused,
    press: () => edit(strategy),
  }));
  const conditions = () => void import('./condition-form.tsx').then(({ openCondition }) => openCondition(target, milestone));
  return (
    <Menu
      label={`Edit ${milestone.name}`}
      title="Edit"
      icon="down"
      choices={[...strategies, ...(isLast ? [] : [{ title: 'Edit the conditions', refused, press: conditions }])]}
    />
  );
}

function ShownStrategy({ strategy }: { readonly strategy: Strategy }) {
  const share = shareOf(strategy);
  return (
    <div class={styles.strategy}>
      {strategy.title && <b>{strategy.title}</b>}
      <SentenceLine phrases={describeStrategy(strategy, useSegmentNames())} />
      {share !== null && share < 100 && <ShareBar now={share} />}
    </div>
  );
}

interface StartButtonProps {
  readonly plan: Plan;
  readonly milestone: PlanMilestone;
  readonly target: Target;
  readonly environment: ShownEnvironment;
  /** Whether the milestone follows the active one. */
  readonly isNext: boolean;
}

/** Opens a preview of the start of a milestone. Going back needs no change request, but the permission. */
function StartButton({ plan, milestone, target, environment, isNext }: StartButtonProps) {
  const { name } = milestone;
  const goesBack = isBack(plan, milestone);
  const refusal = useRefusal(target.project);
  const lack = useLack();
  const refused = goesBack
    ? lack('UPDATE_FEATURE_STRATEGY', { project: target.project, environment: environment.name })
    : refusal('UPDATE_FEATURE_STRATEGY', environment);
  const title = goesBack ? 'Go back' : 'Start now';
  const own = goesBack ? { ...target, protected: false } : target;
  const open = () => void import('./start-milestone.tsx').then(({ openStart }) => openStart({ plan, milestone, environment, target: own }));
  return (
    <Button look={isNext ? 'main' : 'small'} size="small" aria-label={`${title}: ${name}`} refused={refused} press={open} text={title} />
  );
}
