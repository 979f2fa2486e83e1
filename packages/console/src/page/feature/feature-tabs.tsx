import { useLocation } from 'preact-iso';
import { featureHref } from '../../frame/address.ts';
import { featureTexts } from './texts.ts';
import type { ReadFeature } from './use-feature.ts';

/** The parts of a feature, by what stands in their addresses. */
const tabs = [
  { path: '', title: featureTexts.tabs.who },
  { path: 'why', title: featureTexts.why.tab },
  { path: 'variants', title: featureTexts.tabs.variants },
  { path: 'usage', title: featureTexts.tabs.usage },
  { path: 'code', title: featureTexts.tabs.code },
  { path: 'history', title: featureTexts.tabs.history },
  { path: 'settings', title: featureTexts.tabs.settings },
] as const;

interface FeatureTabsProps {
  readonly read: ReadFeature;
  readonly shown: string;
}

/** Leads from one part of a feature to the others. */
export function FeatureTabs({ read, shown }: FeatureTabsProps) {
  const { query } = useLocation();
  const { project, name } = read.detail;
  const chosen = query['in'] === undefined ? '' : `?in=${encodeURIComponent(query['in'])}`;
  const variants = countVariants(read);
  return (
    <nav class="tabs" aria-label={featureTexts.parts}>
      {tabs.map(({ path, title }) => (
        <a
          key={path}
          href={`${featureHref(project, name)}${path && `/${path}`}${chosen}`}
          aria-current={path === shown ? 'page' : undefined}
        >
          {title}
          {path === 'variants' && variants > 0 && <span class="n">{variants}</span>}
        </a>
      ))}
    </nav>
  );
}

/** How many variants the feature has where it has most. */
const countVariants = ({ detail }: ReadFeature): number => Math.max(0, ...detail.environments.map(({ variantCount }) => variantCount));
