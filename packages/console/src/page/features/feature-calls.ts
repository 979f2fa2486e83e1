import { pageTexts } from '../texts.ts';
import { featuresTexts } from './texts.ts';
import type { NamedCall } from '../../parts/layer/as-curl.tsx';
import { callOf } from '../../server/call.ts';
import { proposeCall } from './turn/propose-turn.ts';
import { switchCall } from './turn/turn.ts';
import type { Switchable } from './turn/use-turn.tsx';

/** A feature with its favorite and stale marks. */
export interface MarkedFeature {
  readonly project: string;
  readonly name: string;
  readonly favorite: boolean;
  readonly stale: boolean;
}

type Key = Pick<MarkedFeature, 'project' | 'name'>;

const ofOne = '/api/admin/projects/{projectId}/features/{featureName}';
const pathOf = ({ project, name }: Key) => ({ projectId: project, featureName: name });

export const favorCall = (feature: Omit<MarkedFeature, 'stale'>) =>
  callOf(`${feature.favorite ? 'DELETE' : 'POST'} ${ofOne}/favorites`, { path: pathOf(feature) });

export const archiveCall = (feature: Key) => callOf(`DELETE ${ofOne}`, { path: pathOf(feature) });

export const markCall = (feature: Key, body: { readonly stale?: boolean; readonly impressionData?: boolean }) =>
  callOf(`PUT ${ofOne}`, { path: pathOf(feature), body });

/** The requests behind the buttons of a feature, its switches first. */
export function featureCalls(
  feature: MarkedFeature,
  environments: readonly (Switchable & { readonly enabled: boolean })[],
): readonly NamedCall[] {
  const { project, name, favorite, stale } = feature;
  const switches = environments.map(({ name: environment, enabled, protected: isProtected }) => {
    const target = { project, feature: name, environment };
    return isProtected
      ? { title: pageTexts.palette.proposeTurn(name, environment, !enabled), call: proposeCall(target, !enabled) }
      : { title: pageTexts.palette.turn(name, environment, !enabled), call: switchCall(target, !enabled) };
  });
  return [
    ...switches,
    { title: favorite ? pageTexts.palette.unfavor(name) : pageTexts.palette.favor(name), call: favorCall(feature) },
    { title: featuresTexts.curl.markStale(name, !stale), call: markCall(feature, { stale: !stale }) },
    { title: pageTexts.palette.archive(name), call: archiveCall(feature) },
    { title: pageTexts.curl.read(name), call: callOf(`GET ${ofOne}`, { path: pathOf(feature) }) },
  ];
}
