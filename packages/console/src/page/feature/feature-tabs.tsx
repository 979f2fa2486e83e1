import { useLocation } from 'preact-iso';
import { featureHref } from '../../frame/address.ts';
import { featureTexts } from './texts.ts';
import { tabs } from './tabs.ts';
import type { ReadFeature } from './state/use-feature.ts';
import * as countStyles from '../../parts/count.module.css';
import * as tabsStyles from '../../parts/tabs.module.css';

interface FeatureTabsProps {
  readonly read: ReadFeature;
  readonly shown: string;
}

export function FeatureTabs({ read, shown }: FeatureTabsProps) {
  const { query } = useLocation();
  const { project, name } = read.detail;
  const chosen = query['in'] === undefined ? '' : `?in=${encodeURIComponent(query['in'])}`;
  const variants = countVariants(read);
  return (
    <nav class={tabsStyles.tabs} aria-label={featureTexts.parts}>
      {tabs.map(({ path, title }) => (
        <a
          key={path}
          href={`${featureHref(project, name)}${path && `/${path}`}${chosen}`}
          aria-current={path === shown ? 'page' : undefined}
        >
          {title}
          {path === 'variants' && variants > 0 && <span class={countStyles.count}>{variants}</span>}
        </a>
      ))}
    </nav>
  );
}

/** The largest number of variants in any environment. */
const countVariants = ({ detail }: ReadFeature): number => Math.max(0, ...detail.environments.map(({ variantCount }) => variantCount));
