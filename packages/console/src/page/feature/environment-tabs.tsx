import { useLocation } from 'preact-iso/router';
import { hrefWith } from '../../frame/address.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import type { ShownEnvironment } from './state/use-environments.ts';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as badgeStyles from '../../parts/mark/badge.module.css';

interface EnvironmentTabsProps {
  readonly environments: readonly ShownEnvironment[];
  readonly chosen: ShownEnvironment;
}

export function EnvironmentTabs({ environments, chosen }: EnvironmentTabsProps) {
  const { path, query } = useLocation();
  return (
    <nav class={badgeStyles.badges} aria-label="Environments">
      {environments.map((environment) => (
        <a
          key={environment.name}
          class={buttonStyles.small}
          href={hrefWith(path, query, { in: environment.name })}
          aria-current={environment === chosen ? 'true' : undefined}
        >
          {environment.protected && <Icon name="lock" />}
          {environment.name}
        </a>
      ))}
    </nav>
  );
}
