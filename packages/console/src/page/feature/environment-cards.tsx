import { useLocation } from 'preact-iso';
import { useMemo } from 'preact/hooks';
import { featureHref } from '../../frame/address.ts';
import { useShortcuts } from '../../frame/shortcuts.ts';
import { Icon } from '../../parts/icon.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { EnvironmentSwitch } from '../features/environment-switch.tsx';
import { describeReach } from '../../base/reach.ts';
import { pageTexts } from '../texts.ts';
import { featureTexts } from './texts.ts';
import { useTurn } from '../features/use-turn.tsx';
import { type ShownEnvironment, useRefusal } from './use-environments.ts';
import type { FeatureAnswer } from './use-feature.ts';
import * as styles from './feature.module.css';

interface CardsProps {
  readonly feature: FeatureAnswer;
  readonly environments: readonly ShownEnvironment[];
  readonly chosen: ShownEnvironment | undefined;
}

/** The environment named in the address, otherwise the first of type production, otherwise the first. */
export function useChosen(environments: readonly ShownEnvironment[]): ShownEnvironment | undefined {
  const { query } = useLocation();
  return environments.find(({ name }) => name === query['in']) ?? environments.find(({ type }) => type === 'production') ?? environments[0];
}

/** Environments side by side, each with its reach and switch. */
export function EnvironmentCards({ feature, environments, chosen }: CardsProps) {
  const { ask, question } = useTurn();
  const refusal = useRefusal(feature.project);
  const press = (environment: ShownEnvironment | undefined) => {
    if (environment && refusal('UPDATE_FEATURE_ENVIRONMENT', environment) === undefined) ask(feature, environment);
  };
  useShortcuts(useMemo(() => ({ switch: (key: string) => press(environments[Number(key) - 1]) }), [feature, environments]));
  return (
    <section aria-label={featureTexts.environments} class={styles.environments}>
      {environments.map((environment) => (
        <Card
          key={environment.name}
          feature={feature}
          environment={environment}
          isChosen={environment.name === chosen?.name}
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
  readonly refused: string | undefined;
  readonly press: () => void;
}

function Card({ feature, environment, isChosen, refused, press }: CardProps) {
  const { name, enabled, reach } = environment;
  return (
    <div class={`${styles.environment} ${isChosen ? styles.at : ''}`}>
      <span class={styles.line}>
        {reach && <StatusDot reach={reach} />}
        <a
          href={`${featureHref(feature.project, feature.name)}?in=${encodeURIComponent(name)}`}
          aria-current={isChosen ? 'true' : undefined}
        >
          {name}
        </a>
        {environment.protected && (
          <span title={featureTexts.protected}>
            <Icon name="lock" />
            <span class="unseen">{featureTexts.protected}</span>
          </span>
        )}
        <EnvironmentSwitch
          of={{ project: feature.project, feature: feature.name, environment: name }}
          isOn={enabled}
          refused={refused}
          hint={environment.protected ? pageTexts.features.toRequest : undefined}
          press={press}
        />
      </span>
      <small>{describeCard(environment)}</small>
    </div>
  );
}

/** Reach, number of strategies unless the reach names it, and evaluations. */
function describeCard({ reach, enabled, strategies, yes, no }: ShownEnvironment): string {
  const off = strategies.filter(({ disabled }) => disabled).length;
  const reached = reach ? describeReach(reach, enabled) : '';
  const counted = reached.startsWith(pageTexts.feature.strategies(strategies.length - off));
  return [
    reached,
    counted ? '' : pageTexts.feature.strategies(strategies.length),
    off > 0 ? featureTexts.off(off) : '',
    describeEvaluations(yes + no),
  ]
    .filter(Boolean)
    .join(' · ');
}

const describeEvaluations = (count: number): string => (count === 0 ? featureTexts.noEvaluations : pageTexts.feature.evaluations(count));
