import { useLocation } from 'preact-iso/router';
import { type FoundFeature, useAnswer } from '../../server/ask.ts';
import { EnvironmentTabs } from '../feature/environment-tabs.tsx';

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

/** Selects the environment in which favorites and kill switches are shown and turned. */
export function EnvironmentChooser() {
  const environments = useEnabled().map(({ name }) => ({ name }));
  const chosen = useShown()?.name;
  if (environments.length < 2) return null;
  return <EnvironmentTabs label="Environment of favorites and kill switches" {...{ environments, chosen }} />;
}
