import { useLocation } from 'preact-iso';
import { Icon } from '../../parts/icon.tsx';
import { featureTexts } from './texts.ts';
import type { ShownEnvironment } from './use-environments.ts';
import * as buttonStyles from '../../parts/button.module.css';
import * as plateStyles from '../../parts/plate.module.css';

interface EnvironmentPlatesProps {
  readonly environments: readonly ShownEnvironment[];
  readonly chosen: ShownEnvironment;
}

/** Tabs that select an environment. */
export function EnvironmentPlates({ environments, chosen }: EnvironmentPlatesProps) {
  const { path } = useLocation();
  return (
    <nav class={plateStyles.plates} aria-label={featureTexts.environments}>
      {environments.map((environment) => (
        <a
          key={environment.name}
          class={buttonStyles.small}
          href={`${path}?in=${encodeURIComponent(environment.name)}`}
          aria-current={environment === chosen ? 'true' : undefined}
        >
          {environment.protected && <Icon name="lock" />}
          {environment.name}
        </a>
      ))}
    </nav>
  );
}
