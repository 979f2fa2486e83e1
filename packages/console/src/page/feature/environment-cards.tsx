import { useLocation } from 'preact-iso/router';
import { useMemo } from 'preact/hooks';
import { featureHref } from '../../frame/address.ts';
import { useShortcuts } from '../../frame/shortcuts.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { EnvironmentSwitch } from '../features/turn/environment-switch.tsx';
import { Menu } from '../../parts/layer/menu.tsx';
import { Spark } from '../../parts/mark/spark.tsx';
import { describePending, type PendingRequest } from './pending.ts';
import { PendingTag } from './pending-tag.tsx';
import { scheduleWrite, whyNotLater } from './state/schedule-write.ts';
import { summarizeReach } from './summarize.ts';
import { hourlyOf } from './usage-counts.ts';
import { useSegmentNames } from '../strategy/use-segment-names.ts';
import { useUsage } from './use-usage.ts';
import { useTurn } from '../features/turn/use-turn.tsx';
import { type ShownEnvironment, useRefusal } from './state/use-environments.ts';
import type { FeatureAnswer } from './state/use-feature.ts';
import { describeTarget, proposeTitle } from '../proposal/target.ts';
import { counted } from '../../base/counted.ts';
import * as styles from './feature.module.css';

interface CardsProps {
  readonly feature: FeatureAnswer;
  readonly environments: readonly ShownEnvironment[];
  readonly chosen: ShownEnvironment | undefined;
  /** Open change requests of the feature. */
  readonly pending: readonly PendingRequest[];
}

/** The environment named in the address, otherwise the first of type production, otherwise the first. */
export function useChosen(environments: readonly ShownEnvironment[]): ShownEnvironment | undefined {
  const { query } = useLocation();
  return environments.find(({ name }) => name === query['in']) ?? environments.find(({ type }) => type === 'production') ?? environments[0];
}

/** Environments side by side, each with its reach, evaluations, open change requests and switch. */
export function EnvironmentCards({ feature, environments, chosen, pending }: CardsProps) {
  const usage = useUsage(feature.name, '24h').data?.data ?? [];
  const { ask, question } = useTurn();
  const refusal = useRefusal(feature.project);
  const press = (environment: ShownEnvironment | undefined, isByKey = false) => {
    if (environment && refusal('UPDATE_FEATURE_ENVIRONMENT', environment) === undefined) ask(feature, environment, isByKey);
  };
  useShortcuts(useMemo(() => ({ switch: (key: string) => press(environments[Number(key) - 1], true) }), [feature, environments]));
  return (
    <section aria-label="Environments" class={styles.environments}>
      {environments.map((environment) => (
        <Card
          key={environment.name}
          feature={feature}
          environment={environment}
          isChosen={environment.name === chosen?.name}
          pending={pending.filter((request) => request.environment === environment.name)}
          hours={hourlyOf(usage, environment.name, Date.now())}
          refused={refusal('UPDATE_FEATURE_ENVIRONMENT', environment)}
          press={() => press(environment)}
        />
      ))}
      {question}
    </section>
  );
}

interface CardProps {
  readonly feature: FeatureAnswer;
  readonly environment: ShownEnvironment;
  readonly isChosen: boolean;
  readonly pending: readonly PendingRequest[];
  /** Evaluations in each of the past 24 hours. */
  readonly hours: readonly number[];
  readonly refused: string | undefined;
  readonly press: () => void;
}

function Card({ feature, environment, isChosen, pending, hours, refused, press }: CardProps) {
  const { name, enabled, reach, strategies } = environment;
  const target = { project: feature.project, feature: feature.name, environment: name, protected: environment.protected };
  const segmentName = useSegmentNames();
  const total = hours.reduce((sum, count) => sum + count, 0);
  return (
    <div class={`${styles.environment} ${isChosen ? styles.at : ''}`}>
      <span class={styles.line}>
        {reach && <StatusDot reach={reach} waits={pending.length > 0} />}
        <a
          href={`${featureHref(feature.project, feature.name)}?in=${encodeURIComponent(name)}`}
          aria-current={isChosen ? 'true' : undefined}
        >
          {name}
        </a>
        {environment.protected && (
          <span title={describeTarget(target)}>
            <Icon name="lock" />
            <span class="unseen">{describeTarget(target)}</span>
          </span>
        )}
        <EnvironmentSwitch
          of={target}
          isOn={enabled}
          refused={refused}
          hint={environment.protected ? proposeTitle(target) : undefined}
          press={press}
        />
        <Menu
          label={`More actions in ${name}`}
          choices={[
            {
              title: `Turn ${enabled ? 'off' : 'on'} at a time…`,
              refused: refused ?? whyNotLater(environment),
              press: () => scheduleWrite(target, { change: [{ action: 'updateEnabled', payload: { enabled: !enabled } }] }),
            },
          ]}
        />
      </span>
      <span class={styles.figures}>
        <b>{reach && summarizeReach(reach, enabled, strategies, segmentName)}</b>
        <Spark values={hours} label={`${Math.round(total).toLocaleString('en')} evaluations in ${name} in the past 24 hours`} />
      </span>
      <small>{describeCard(environment)}</small>
      {pending.map((request) => (
        <PendingTag key={request.id} project={feature.project} request={request} text={describePending(request, strategies, segmentName)} />
      ))}
    </div>
  );
}

/** Evaluations, and the number of strategies. */
function describeCard({ strategies, yes, no }: ShownEnvironment): string {
  const off = strategies.filter(({ disabled }) => disabled).length;
  return [
    describeEvaluations(yes + no),
    strategies.length === 1 ? '1 strategy' : `${strategies.length} strategies`,
    off > 0 ? `${off} turned off` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Evaluations per minute, or in the past hour if there were few. */
function describeEvaluations(count: number): string {
  if (count === 0) return 'no evaluations in the past hour';
  return count < 60 ? `${counted(count, 'evaluation')} in the past hour` : `${Math.round(count / 60).toLocaleString('en')}/min`;
}
