import { Caution } from '../../../parts/mark/caution.tsx';
import { useMemo } from 'preact/hooks';
import { openLayer } from '../../../parts/layer/layers.tsx';
import { Answer } from '../../../parts/panel/panel.tsx';
import { Form } from '../../../parts/form/form.tsx';
import { ShareBar } from '../../../parts/strategy/sentence-line.tsx';
import { StatusDot } from '../../../parts/mark/status-dot.tsx';
import { proposeTitle } from '../../proposal/target.ts';
import { counted } from '../../../base/format.ts';
import { useAnswer, type PlanMilestone } from '../../../server/ask.ts';
import { shareOfMilestone } from '../../release-templates/describe-shares.ts';
import type { PersonaResult } from '../state/because.ts';
import type { ShownEnvironment } from '../state/use-feature.ts';
import { usePreview } from '../state/use-preview.ts';
import { type Target, write } from '../state/write.ts';
import { activeOf, isBack, type Plan } from './plan.ts';
import { describeExceeded } from './describe-exceeded.ts';
import { startMilestone } from './plan-writes.ts';
import * as listStyles from '../../../parts/mark/list.module.css';
import * as styles from './release.module.css';

interface StartMilestoneProps {
  readonly plan: Plan;
  readonly milestone: PlanMilestone;
  /** Not protected if the release goes back. */
  readonly target: Target;
  readonly environment: ShownEnvironment;
  readonly close: () => void;
}

/** Opens the preview of the start of a milestone. */
export const openStart = (start: Omit<StartMilestoneProps, 'close'>): void =>
  openLayer({
    title: `${isBack(start.plan, start.milestone) ? 'Go back to' : 'Start'} ${start.milestone.name} in ${start.environment.name}?`,
    draw: (close) => <StartMilestone {...start} close={close} />,
  });

/** Previews the start of a milestone, and starts it or proposes to. */
function StartMilestone({ plan, milestone, target, environment, close }: StartMilestoneProps) {
  const order = useMemo(() => startMilestone(target, plan, milestone), [target, plan, milestone]);
  const goesBack = isBack(plan, milestone);
  const exceeded = describeExceeded(plan);
  async function submit() {
    await write(target, order);
    close();
  }
  const title = `${goesBack ? 'Go back to' : 'Start'} ${milestone.name}`;
  return (
    <Form title={target.protected ? proposeTitle(target) : title} submit={submit}>
      {!goesBack && exceeded !== undefined && <Caution>{exceeded}.</Caution>}
      <Shares plan={plan} milestone={milestone} environment={environment} />
      <WhoChanges target={target} environment={environment} change={order.change} />
      {!environment.enabled && <p class="dim">The feature is off in {environment.name}: no one gets it until it is turned on.</p>}
      {goesBack && environment.protected && (
        <p class="dim">
          Going back takes effect at once, also in a protected environment. Someone reviews it afterwards. A paused release stays paused.
        </p>
      )}
    </Form>
  );
}

/** The share of users before and after, by the strategies of the milestones and of the feature. */
function Shares({
  plan,
  milestone,
  environment: { strategies, yes, no },
}: Pick<StartMilestoneProps, 'plan' | 'milestone' | 'environment'>) {
  const before = activeOf(plan)?.strategies ?? [];
  const outside = strategies.filter(({ milestoneId, disabled }) => milestoneId === undefined && !disabled);
  const [from, to] = [before, milestone.strategies].map((own) =>
    own.length + outside.length === 0 ? 0 : shareOfMilestone([...own, ...outside]),
  ) as [number | null, number | null];
  return (
    <div>
      <p class={styles.shares}>
        <b>{describeShare(from)}</b> → <b>{describeShare(to)}</b> <span class="dim">of users</span>
      </p>
      {from !== null && to !== null && <ShareBar now={from} draft={to} />}
      <small>{counted(yes + no, 'evaluation')} in the past hour</small>
    </div>
  );
}

const describeShare = (share: number | null): string => (share === null ? 'by condition' : `${share}%`);

const maxPersonas = 100;

interface WhoChangesProps extends Pick<StartMilestoneProps, 'target' | 'environment'> {
  readonly change: Parameters<typeof write>[1]['change'];
}

/** The test users whose result changes, evaluated by the server. */
function WhoChanges({ target: { project, feature }, environment, change }: WhoChangesProps) {
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/personas', { path: { projectId: project } });
  const personas = (data?.personas ?? []).slice(0, maxPersonas);
  const draft = useMemo(() => ({ environment: environment.name, changes: change }), [environment.name, change]);
  const preview = usePreview({ feature: { project, name: feature }, shown: [environment], personas, draft });
  if (personas.length === 0) return <p class="dim">No test users in this project.</p>;
  return (
    <Answer of={preview}>
      {({ environments }) => {
        const results = environments[0]?.contexts ?? [];
        const changed = personas.flatMap((persona, index) => {
          const result = results[index];
          return result?.after && isOther(result, result.after) ? [{ persona, result, after: result.after }] : [];
        });
        if (changed.length === 0)
          return <p class="dim">No change for the {personas.length === 1 ? 'test user' : `${personas.length} test users`}.</p>;
        const others = personas.length - changed.length;
        return (
          <section aria-label="Test users who change">
            <h3>Test users who change</h3>
            <ul class={`${listStyles.plain} ${styles.changed}`}>
              {changed.map(({ persona, result, after }) => (
                <li key={persona.id}>
                  {persona.name}
                  <span class={listStyles.end}>
                    <Result of={result} /> → <Result of={after} />
                  </span>
                </li>
              ))}
            </ul>
            {others > 0 && <p class="dim">{others === 1 ? '1 other stays as it is.' : `${others} others stay as they are.`}</p>}
          </section>
        );
      }}
    </Answer>
  );
}

type Shown = Pick<PersonaResult, 'enabled' | 'variant'>;

const isOther = (one: Shown, other: Shown): boolean => one.enabled !== other.enabled || one.variant !== other.variant;

const Result = ({ of: { enabled, variant } }: { readonly of: Shown }) => (
  <>
    <StatusDot reach={enabled} /> <b>{enabled ? (variant ?? 'on') : 'off'}</b>
  </>
);
