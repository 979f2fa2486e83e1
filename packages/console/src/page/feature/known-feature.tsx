import type { ComponentChildren } from 'preact';
import { lazyPage } from '../../parts/lazy-page.ts';
import { Answer } from '../../parts/panel/panel.tsx';
import { type ReadFeature, useFeature } from './state/use-feature.ts';

const NoFeature = lazyPage(() => import('./no-feature.tsx').then((page) => page.NoFeature));

interface KnownFeatureProps {
  readonly project: string;
  readonly feature: string;
  readonly children: (read: ReadFeature) => ComponentChildren;
}

/** A page of a feature, once it is read. */
export const KnownFeature = ({ project, feature, children }: KnownFeatureProps) => (
  <Answer of={useFeature(project, feature)} none={<NoFeature project={project} feature={feature} />}>
    {children}
  </Answer>
);
