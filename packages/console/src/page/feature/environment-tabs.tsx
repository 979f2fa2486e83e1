import { useLocation } from 'preact-iso/router';
import { hrefWith } from '../../frame/address.ts';
import { Select } from '../../parts/form/select.tsx';
import { Icon } from '../../parts/mark/icon.tsx';
import { ButtonLink } from '../../parts/mark/button.tsx';
import * as badgeStyles from '../../parts/mark/badge.module.css';

interface EnvironmentTabsProps {
  readonly environments: readonly { readonly name: string; readonly protected?: boolean }[];
  readonly chosen: string | undefined;
  readonly label?: string;
}

const maxTabs = 6;

/** Links to the environments, or a field to choose one of many. */
export function EnvironmentTabs({ environments, chosen = '', label = 'Environments' }: EnvironmentTabsProps) {
  const { path, query, route } = useLocation();
  const hrefIn = (name: string) => hrefWith(path, query, { in: name });
  return (
    <nav class={badgeStyles.badges} aria-label={label}>
      {environments.length > maxTabs ? (
        <Select label={label} value={chosen} choices={environments.map(({ name }) => name)} change={(name) => route(hrefIn(name))} />
      ) : (
        environments.map(({ name, protected: isProtected }) => (
          <ButtonLink key={name} href={hrefIn(name)} aria-current={name === chosen ? 'true' : undefined}>
            {isProtected && <Icon name="lock" />}
            <span class="cut">{name}</span>
          </ButtonLink>
        ))
      )}
    </nav>
  );
}
