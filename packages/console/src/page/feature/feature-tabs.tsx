import { useLocation } from 'preact-iso/router';
import { featureHref } from '../../frame/address.ts';
import { tabs } from './tabs.ts';
import { Tabs } from '../../parts/mark/tabs.tsx';
import type { ReadFeature } from './state/use-feature.ts';
import * as countStyles from '../../parts/mark/count.module.css';

export function FeatureTabs({ read, shown }: { readonly read: ReadFeature; readonly shown: string }) {
  const { query } = useLocation();
  const { project, name } = read.detail;
  const chosen = query['in'] === undefined ? '' : `?in=${encodeURIComponent(query['in'])}`;
  const variants = countVariants(read);
  return (
    <Tabs
      label="Feature sections"
      tabs={tabs.map(({ path, title }) => ({
        href: `${featureHref(project, name)}${path && `/${path}`}${chosen}`,
        title: (
          <>
            {title}
            {path === 'variants' && variants > 0 && <span class={countStyles.count}>{variants}</span>}
          </>
        ),
        isCurrent: path === shown,
      }))}
    />
  );
}

/** The largest number of variants in any environment. */
const countVariants = ({ detail }: ReadFeature): number => Math.max(0, ...detail.environments.map(({ variantCount }) => variantCount));
