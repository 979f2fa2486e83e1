import { useLocation } from 'preact-iso/router';
import { hrefWith } from '../../frame/address.ts';
import { SelectField } from '../../parts/form/select-field.tsx';
import { Icon } from '../../parts/mark/icon.tsx';
import type { ShownEnvironment } from './state/use-feature.ts';
import { ButtonLink } from '../../parts/mark/button.tsx';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as styles from './feature.module.css';

type TabbedEnvironment = Pick<ShownEnvironment, 'name' | 'protected'>;

interface EnvironmentTabsProps {
  readonly environments: readonly TabbedEnvironment[];
  readonly chosen: TabbedEnvironment;
}

const maxTabs = 6;

/** Links to the environments, or a field to choose one of many. */
export function EnvironmentTabs({ environments, chosen }: EnvironmentTabsProps) {
  const { path, query, route } = useLocation();
  const hrefIn = (name: string) => hrefWith(path, query, { in: name });
  if (environments.length > maxTabs)
    return (
      <div class={styles.pick}>
        <SelectField
          label="Environment"
          value={chosen.name}
          choices={environments.map(({ name }) => ({ value: name, title: name }))}
          change={(name) => route(hrefIn(name))}
        />
      </div>
    );
  return (
    <nav class={badgeStyles.badges} aria-label="Environments">
      {environments.map((environment) => (
        <ButtonLink key={environment.name} href={hrefIn(environment.name)} aria-current={environment === chosen ? 'true' : undefined}>
          {environment.protected && <Icon name="lock" />}
          <span class="cut">{environment.name}</span>
        </ButtonLink>
      ))}
    </nav>
  );
}
