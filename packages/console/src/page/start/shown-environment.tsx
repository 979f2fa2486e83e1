import { useLocation } from 'preact-iso/router';
import { hrefWith } from '../../frame/address.ts';
import { type FoundFeature, useAnswer } from '../../server/ask.ts';
import { ButtonLink } from '../../parts/mark/button.tsx';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as styles from './start.module.css';

interface Named {
  readonly name: string;
  readonly type: string;
}

/**
 * The chosen environment, if it is among them. Without a choice, the one whose state matters most: production, or the last one. A button
 * must not act on another environment than the chosen one.
 */
const shownOf = <T extends Named>(environments: readonly T[], chosen: string | undefined): T | undefined =>
  chosen === undefined
    ? (environments.find(({ type }) => type === 'production') ?? environments.at(-1))
    : environments.find(({ name }) => name === chosen);

/** Returns the environment of a feature that the page shows; undefined if the feature does not have it. The choice is part of the address. */
export function useShownEnvironment(): (feature: Pick<FoundFeature, 'environments'>) => FoundFeature['environments'][number] | undefined {
  const chosen = useLocation().query['in'];
  return ({ environments }) => shownOf(environments, chosen);
}

function useEnabled() {
  const { data } = useAnswer('GET /api/admin/environments', {});
  return data?.environments.filter(({ enabled }) => enabled) ?? [];
}

/** The environment that the page shows, once known. */
export function useShown() {
  const { query } = useLocation();
  return shownOf(useEnabled(), query['in']);
}

const maxButtons = 6;

/** Selects the environment in which favorites and kill switches are shown and turned. */
export function EnvironmentChooser() {
  const { path, query, route } = useLocation();
  const environments = useEnabled();
  if (environments.length < 2) return null;
  const shown = shownOf(environments, query['in']);
  const label = 'Environment of favorites and kill switches';
  if (environments.length > maxButtons)
    return (
      <select
        class={styles.environments}
        aria-label={label}
        value={shown?.name}
        onChange={({ currentTarget }) => route(hrefWith(path, query, { in: currentTarget.value }))}
      >
        {environments.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    );
  return (
    <nav class={`${badgeStyles.badges} ${styles.environments}`} aria-label={label}>
      {environments.map((environment) => (
        <ButtonLink
          key={environment.name}
          href={hrefWith(path, query, { in: environment.name })}
          aria-current={environment === shown ? 'true' : undefined}
          text={environment.name}
        />
      ))}
    </nav>
  );
}
