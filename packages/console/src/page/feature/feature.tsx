import { Caution } from '../../parts/mark/caution.tsx';
import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useMemo } from 'preact/hooks';
import { whyHref } from '../../frame/why-href.ts';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { lazyPage } from '../../parts/lazy-page.ts';
import { favor } from '../features/favor.ts';
import { NotFound } from '../../frame/not-found.tsx';
import { copyAddress } from './copy-text.ts';
import { FeatureHead } from './feature-head.tsx';
import { FeatureTabs } from './feature-tabs.tsx';
import { History } from './history.tsx';
import { KnownFeature } from './known-feature.tsx';
import { tabs } from './tabs.ts';
import type { ReadFeature } from './state/use-feature.ts';
import { Usage } from './usage.tsx';
import { WhoGetsIt } from './who-gets-it.tsx';

/** Tab content by path. Visits rarely need the lazy ones. */
const bodies: Readonly<Record<string, ComponentType<ReadFeature>>> = {
  '': WhoGetsIt,
  variants: lazyPage(() => import('./variants.tsx').then(({ Variants }) => Variants)),
  usage: Usage,
  code: lazyPage(() => import('./code.tsx').then(({ Code }) => Code)),
  history: History,
  settings: lazyPage(() => import('./settings.tsx').then(({ FeatureSettings }) => FeatureSettings)),
};

export function Feature({ project, feature, tab = '' }: { readonly project: string; readonly feature: string; readonly tab?: string }) {
  const Body = Object.hasOwn(bodies, tab) ? bodies[tab] : undefined;
  if (!Body) return <NotFound />;
  return <KnownFeature {...{ project, feature }}>{(read) => <FeaturePage read={read} tab={tab} Body={Body} />}</KnownFeature>;
}

function FeaturePage({ read, tab, Body }: { readonly read: ReadFeature; readonly tab: string; readonly Body: ComponentType<ReadFeature> }) {
  const { project, name, favorite } = read.detail;
  const { route } = useLocation();
  useShortcuts(
    useMemo(() => {
      const why = () => route(whyHref(project, name));
      return { favorite: () => void favor({ project, name, favorite }), copy: copyAddress, why };
    }, [project, name, favorite, route]),
  );
  return (
    <>
      <FeatureHead feature={read.detail} part={tab === '' ? undefined : tabs.find(({ path }) => path === tab)?.title} />
      {read.detail.managedBy && (
        <Caution>
          The files of {read.detail.managedBy} manage this feature. If you change it here, their next plan reports the difference, and their
          next apply reverts it.
        </Caution>
      )}
      <FeatureTabs read={read} shown={tab} />
      <Body key={`${project}/${name}`} {...read} />
    </>
  );
}
