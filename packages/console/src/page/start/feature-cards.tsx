import { formatFigure, hourMs } from '../../base/format.ts';
import { featureHref } from '../../frame/address.ts';
import { elapsedPart, withoutFall } from '../../parts/chart/without-fall.ts';
import { Button } from '../../parts/mark/button.tsx';
import { Spark } from '../../parts/mark/spark.tsx';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { Panel } from '../../parts/panel/panel.tsx';
import { useAnswer, type InputOf, type FoundFeature } from '../../server/ask.ts';
import { useLack, useProjectName, useSession } from '../../server/session.ts';
import { describeReach } from '../../base/reach.ts';
import { useShownEnvironment } from './shown-environment.tsx';
import { openTurnOff, openTurnOn } from '../features/turn/turn-sheet.tsx';
import { useProtected } from '../../server/protection.ts';
import * as styles from './start.module.css';

/** Features with their reach in the shown environment and a switch that works in two taps. Requires features with reach. */
export const FeatureCards = ({ features }: { readonly features: readonly FoundFeature[] }) => (
  <ul>
    {features.map((feature) => (
      <FeatureCard key={`${feature.project} ${feature.name}`} feature={feature} />
    ))}
  </ul>
);

interface FoundCardsProps {
  readonly title: string;
  readonly query: NonNullable<InputOf<'GET /api/admin/search/features'>['query']>;
  readonly when?: boolean;
  /** Leaves out features of other panels. */
  readonly isShown?: (feature: FoundFeature) => boolean;
}

/** A panel of the first features of a search, by name. Hidden if there are none. */
export function FoundCards({ title, query, when = true, isShown = () => true }: FoundCardsProps) {
  const input = { query: { ...query, limit: '20', sortBy: 'name', with: 'reach,usage' } };
  const shown = useAnswer('GET /api/admin/search/features', input, { when }).data?.features.filter(isShown) ?? [];
  if (shown.length === 0) return null;
  return (
    <Panel title={title}>
      <FeatureCards features={shown} />
    </Panel>
  );
}

function FeatureCard({ feature }: { readonly feature: FoundFeature }) {
  const { name, project, usage = [] } = feature;
  const environment = useShownEnvironment()(feature);
  const total = usage.reduce((sum, count) => sum + count, 0);
  return (
    <li class={styles.card}>
      {environment?.reach ? <StatusDot reach={environment.reach} /> : <span />}
      <a class={styles.name} href={featureHref(project, name)}>
        {name}
      </a>
      {environment && <TurnButton feature={feature} environment={environment} />}
      {total > 0 && (
        <Spark
          values={withoutFall(usage, elapsedPart(Date.now(), hourMs))}
          label={`${formatFigure(total)} evaluations in the past 24 hours`}
        />
      )}
      <small>
        {environment?.reach && `${environment.name}: ${describeReach(environment.reach, environment.enabled)} · `}
        {useProjectName()(project)}
      </small>
    </li>
  );
}

interface TurnButtonProps {
  readonly feature: FoundFeature;
  readonly environment: FoundFeature['environments'][number];
}

/** Turns a feature off or on after a confirmation. Turning it off bypasses change requests, as an emergency. */
function TurnButton({ feature, environment }: TurnButtonProps) {
  const target = { project: feature.project, feature: feature.name, environment: environment.name };
  const open = environment.enabled ? openTurnOff : openTurnOn;
  const title = environment.enabled ? 'Turn off' : 'Turn on';
  return (
    <Button
      look={environment.enabled ? 'dangerLine' : 'line'}
      aria-label={`${title}: ${feature.name} in ${environment.name}`}
      refused={useRefusedTurn(feature, environment)}
      press={(button) => open(target, button)}
      text={title}
    />
  );
}

/**
 * The reason why the user may neither turn a feature nor propose it, if any. Users with both permissions may in every environment, so their
 * start page needs no request for the protection of each project.
 */
function useRefusedTurn({ project }: FoundFeature, { name: environment, enabled }: TurnButtonProps['environment']): string | undefined {
  const { user } = useSession();
  const lack = useLack();
  const mayNotTurn = lack('UPDATE_FEATURE_ENVIRONMENT', { project, environment });
  const reason = enabled ? (mayNotTurn ?? lack('SKIP_CHANGE_REQUEST', { project, environment })) : mayNotTurn;
  const depends = user !== undefined && reason !== undefined && !(enabled && mayNotTurn !== undefined);
  const guarded = useProtected(depends ? project : null);
  if (!depends) return reason;
  if (!guarded) return '';
  // Turning off needs a further permission in a protected environment. Turning on is proposed there, which needs none.
  return guarded.has(environment) === enabled ? reason : undefined;
}
