import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { featureHref } from '../../frame/address.ts';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { EnvironmentSwitch } from '../features/turn/environment-switch.tsx';
import { Menu } from '../../parts/layer/menu.tsx';
import { isPhone } from '../../parts/layer/phone.ts';
import { EnvironmentTabs } from './environment-tabs.tsx';
import { Spark } from '../../parts/mark/spark.tsx';
import { describePending, type PendingRequest } from './pending.ts';
import { PendingTag } from './pending-tag.tsx';
import { scheduleWrite, whyNotLater } from './state/schedule-write.ts';
import { summarizeReach } from './summarize.ts';
import { hourlyOf } from './usage-counts.ts';
import { useSegmentNames } from '../strategy/use-segment-names.ts';
import { useUsage } from './use-usage.ts';
import { useTurn } from '../features/turn/use-turn.tsx';
import { type ShownEnvironment, useRefusal, type FeatureAnswer } from './state/use-feature.ts';
import { describeTarget, proposeTitle } from '../proposal/target.ts';
import { counted, formatFigure } from '../../base/format.ts';
import * as styles from './feature.module.css';
import { useSignal } from '@preact/signals';
import { ColumnChooser } from '../features/column-chooser.tsx';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as fieldStyles from '../../parts/form/field.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';

interface CardsProps {
  readonly feature: FeatureAnswer;
  readonly environments: readonly ShownEnvironment[];
  /** Environments with a card. */
  readonly shown: readonly ShownEnvironment[];
  readonly chosen: ShownEnvironment;
  /** Open change requests of the feature. */
  readonly pending: readonly PendingRequest[];
}

/**
 * Environments side by side, each with its reach, evaluations, open change requests and switch; on a phone only the chosen one, below tabs.
 * All further ones unfold as rows.
 */
export function EnvironmentCards({ feature, environments, shown, chosen, pending }: CardsProps) {
  const usage = useUsage(feature.name, '24h').data?.data ?? [];
  const ask = useTurn();
  const refusal = useRefusal(feature.project);
  const press = (environment: ShownEnvironment | undefined, isByKey = false) => {
    if (environment && refusal('UPDATE_FEATURE_ENVIRONMENT', environment) === undefined) ask(feature, environment, isByKey);
  };
  useShortcuts(useMemo(() => ({ switch: (key: string) => press(environments[Number(key) - 1], true) }), [feature, environments]));
  const shownIn = (environment: ShownEnvironment) => ({
    key: environment.name,
    feature,
    environment,
    isChosen: environment === chosen,
    pending: pending.filter((request) => request.environment === environment.name),
    refused: refusal('UPDATE_FEATURE_ENVIRONMENT', environment),
    press: () => press(environment),
  });
  return (
    <section aria-label="Environments" class={styles.environments}>
      {isPhone.value && <EnvironmentTabs environments={environments} chosen={chosen.name} />}
      <div class={styles.cards}>
        {(isPhone.value ? [chosen] : shown).map((environment) => (
          <Card {...shownIn(environment)} key={environment.name} hours={hourlyOf(usage, environment.name, Date.now())} />
        ))}
      </div>
      <MoreEnvironments
        project={feature.project}
        environments={environments}
        further={environments.filter((environment) => !shown.includes(environment))}
        draw={(environment) => <Row {...shownIn(environment)} key={environment.name} />}
      />
    </section>
  );
}

interface EnvironmentProps {
  readonly feature: FeatureAnswer;
  readonly environment: ShownEnvironment;
  readonly isChosen: boolean;
  readonly pending: readonly PendingRequest[];
  readonly refused: string | undefined;
  readonly press: () => void;
}

interface CardProps extends EnvironmentProps {
  /** Evaluations in each of the past 24 hours. */
  readonly hours: readonly number[];
}

function Card({ hours, ...props }: CardProps) {
  const { feature, environment, isChosen, pending, refused } = props;
  const { name, enabled, reach, strategies } = environment;
  const segmentName = useSegmentNames();
  const total = hours.reduce((sum, count) => sum + count, 0);
  const change = [{ action: 'updateEnabled' as const, payload: { enabled: !enabled } }];
  return (
    <div class={`${styles.environment} ${isChosen ? styles.at : ''}`}>
      <span class={styles.line}>
        <Line {...props} />
        <Menu
          label={`More actions in ${name}`}
          choices={[
            {
              title: `Turn ${enabled ? 'off' : 'on'} at a time…`,
              refused: refused ?? whyNotLater(environment),
              press: () => scheduleWrite(targetIn(feature, environment), { change }),
            },
          ]}
        />
      </span>
      <span class={styles.figures}>
        <b>{reach && summarizeReach(reach, enabled, strategies, segmentName)}</b>
        <Spark values={hours} label={`${formatFigure(Math.round(total))} evaluations in ${name} in the past 24 hours`} />
      </span>
      <small>{describeCard(environment)}</small>
      {pending.map((request) => (
        <PendingTag key={request.id} project={feature.project} request={request} text={describePending(request, strategies, segmentName)} />
      ))}
    </div>
  );
}

function Row(props: EnvironmentProps) {
  const { enabled, reach, strategies, yes, no } = props.environment;
  return (
    <li class={`${styles.line} ${props.isChosen ? styles.at : ''}`}>
      <Line {...props}>
        <span class="cut">{reach && summarizeReach(reach, enabled, strategies, useSegmentNames())}</span>
        <small>{yes + no > 0 && `${formatFigure(yes + no)}/h`}</small>
      </Line>
    </li>
  );
}

const targetIn = ({ project, name }: FeatureAnswer, environment: ShownEnvironment) => ({
  project,
  feature: name,
  environment: environment.name,
  protected: environment.protected,
});

/** The name of an environment, which chooses it, and its switch. */
function Line({
  feature,
  environment,
  isChosen,
  pending,
  refused,
  press,
  children,
}: EnvironmentProps & { readonly children?: ComponentChildren }) {
  const { name, enabled, reach } = environment;
  const target = targetIn(feature, environment);
  return (
    <>
      {reach && <StatusDot reach={reach} waits={pending.length > 0} />}
      <a class="cut" href={featureHref(feature.project, feature.name, name)} title={name} aria-current={isChosen ? 'true' : undefined}>
        {name}
      </a>
      {environment.protected && (
        <span title={describeTarget(target)}>
          <Icon name="lock" />
          <span class="unseen">{describeTarget(target)}</span>
        </span>
      )}
      {children}
      <EnvironmentSwitch
        of={target}
        isOn={enabled}
        refused={refused}
        hint={environment.protected ? proposeTitle(target) : undefined}
        press={press}
      />
    </>
  );
}

/** Evaluations, and the number of strategies. */
function describeCard({ strategies, yes, no }: ShownEnvironment): string {
  const off = strategies.filter(({ disabled }) => disabled).length;
  const all = strategies.length === 1 ? '1 strategy' : `${strategies.length} strategies`;
  return [describeEvaluations(yes + no), all, off > 0 ? `${off} turned off` : ''].filter(Boolean).join(' · ');
}

/** Evaluations per minute, or in the past hour if there were few. */
function describeEvaluations(count: number): string {
  if (count === 0) return 'no evaluations in the past hour';
  return count < 60 ? `${counted(count, 'evaluation')} in the past hour` : `${formatFigure(Math.round(count / 60))}/min`;
}

interface MoreEnvironmentsProps {
  readonly project: string;
  readonly environments: readonly ShownEnvironment[];
  /** Environments without a card. */
  readonly further: readonly ShownEnvironment[];
  readonly draw: (environment: ShownEnvironment) => ComponentChildren;
}

/** The environments without a card: their number, and on request a row for each. */
function MoreEnvironments({ project, environments, further, draw }: MoreEnvironmentsProps) {
  const typed = useSignal('');
  if (further.length === 0) return null;
  const on = further.filter(({ enabled }) => enabled).length;
  const found = further.filter(({ name }) => name.toLowerCase().includes(typed.value.trim().toLowerCase()));
  return (
    <details class={styles.further}>
      <summary class={buttonStyles.small}>
        {further.length} more: {on === 0 ? 'none' : on} on
        <Icon name="down" />
      </summary>
      <div class={panelStyles.panel}>
        <p class={fieldStyles.inputs}>
          <input
            type="search"
            aria-label="Filter environments"
            placeholder="Filter environments"
            onInput={(event) => (typed.value = event.currentTarget.value)}
          />
          <ColumnChooser title="Choose cards" home={project} environments={environments.map(({ name }) => name)} />
        </p>
        <ul>{found.map(draw)}</ul>
        {found.length === 0 && <p class="dim">No environment matches.</p>}
      </div>
    </details>
  );
}
