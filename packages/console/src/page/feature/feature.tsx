import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso';
import { useMemo } from 'preact/hooks';
import { featureHref } from '../../frame/address.ts';
import { useShortcuts } from '../../frame/shortcuts.ts';
import { Failed, Skeleton } from '../../parts/panel.tsx';
import { words } from '../../base/words.ts';
import { favor } from '../features/favor.ts';
import { NotFound } from '../not-found.tsx';
import { copyAddress } from './copy-text.ts';
import { FeatureHead } from './feature-head.tsx';
import { History } from './history.tsx';
import { NoFeature } from './no-feature.tsx';
import { type ReadFeature, useFeature } from './use-feature.ts';
import { FeatureSettings } from './settings.tsx';
import { Usage } from './usage.tsx';
import { countVariants, Variants } from './variants.tsx';
import { WhoGetsIt } from './who-gets-it.tsx';

/** A part of a feature's page, by what stands in its address. */
interface Tab {
  readonly path: string;
  readonly title: string;
  readonly Body: ComponentType<ReadFeature>;
  readonly count?: (feature: ReadFeature) => number;
}

const tabs: readonly Tab[] = [
  { path: '', title: words.feature.tabs.who, Body: WhoGetsIt },
  { path: 'variants', title: words.feature.tabs.variants, Body: Variants, count: countVariants },
  { path: 'usage', title: words.feature.tabs.usage, Body: Usage },
  { path: 'history', title: words.feature.tabs.history, Body: History },
  { path: 'settings', title: words.feature.tabs.settings, Body: FeatureSettings },
];

interface FeatureProps {
  readonly project: string;
  readonly feature: string;
  readonly tab?: string;
}

/** Who gets one feature, and all else that is known of it. */
export function Feature({ project, feature, tab = '' }: FeatureProps) {
  const found = useFeature(project, feature);
  const shown = tabs.find(({ path }) => path === tab);
  if (!shown) return <NotFound />;
  if (found.data) return <FeaturePage read={found.data} shown={shown} />;
  if (found.error?.status === 404) return <NoFeature project={project} feature={feature} />;
  if (found.error) return <Failed refusal={found.error} again={() => void found.refetch()} />;
  return <Skeleton />;
}

function FeaturePage({ read, shown }: { readonly read: ReadFeature; readonly shown: Tab }) {
  const { project, name, favorite } = read.detail;
  useShortcuts(useMemo(() => ({ favorite: () => void favor({ project, name, favorite }), copy: copyAddress }), [project, name, favorite]));
  return (
    <>
      <FeatureHead feature={read.detail} />
      <Tabs read={read} shown={shown} />
      <shown.Body key={`${project}/${name}`} {...read} />
    </>
  );
}

function Tabs({ read, shown }: { readonly read: ReadFeature; readonly shown: Tab }) {
  const { query } = useLocation();
  const { project, name } = read.detail;
  const chosen = query['in'] === undefined ? '' : `?in=${encodeURIComponent(query['in'])}`;
  return (
    <nav class="tabs" aria-label={words.feature.parts}>
      {tabs.map((tab) => (
        <a
          key={tab.path}
          href={`${featureHref(project, name)}${tab.path && `/${tab.path}`}${chosen}`}
          aria-current={tab === shown ? 'page' : undefined}
        >
          {tab.title}
          {tab.count && tab.count(read) > 0 && <span class="n">{tab.count(read)}</span>}
        </a>
      ))}
    </nav>
  );
}
