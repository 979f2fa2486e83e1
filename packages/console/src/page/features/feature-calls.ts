import type { NamedCall } from '../../parts/layer/as-curl.tsx';
import { callOf } from '../../server/call.ts';
import { proposeCall } from './turn/propose-turn.ts';
import { switchCall } from './turn/turn.ts';
import type { Switchable } from './turn/use-turn.tsx';

/** Effect of archiving a feature. */
export const archivingAbout =
  'It evaluates to off for every application. You can restore it from the archive, turned off in all environments.';

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

/** Title of the request that turns a feature on or off. */
export const turnTitle = (name: string, environment: string, isOn: boolean) => `Turn ${isOn ? 'on' : 'off'} ${name} in ${environment}`;

/** Title of the request that proposes to turn a feature on or off. */
export const proposalTitle = (name: string, environment: string, isOn: boolean) =>
  `Propose to turn ${isOn ? 'on' : 'off'} ${name} in ${environment}`;

/** The requests behind the buttons of a feature, its switches first. */
export function featureCalls(
  feature: MarkedFeature,
  environments: readonly (Switchable & { readonly enabled: boolean })[],
): readonly NamedCall[] {
  const { project, name, favorite, stale } = feature;
  const switches = environments.map(({ name: environment, enabled, protected: isProtected }) => {
    const target = { project, feature: name, environment };
    return isProtected
      ? { title: proposalTitle(name, environment, !enabled), call: proposeCall(target, !enabled) }
      : { title: turnTitle(name, environment, !enabled), call: switchCall(target, !enabled) };
  });
  return [
    ...switches,
    { title: favorite ? `Remove ${name} from favorites` : `Add ${name} to favorites`, call: favorCall(feature) },
    { title: `Mark ${name} as ${stale ? 'active' : 'stale'}`, call: markCall(feature, { stale: !stale }) },
    { title: `Archive ${name}`, call: archiveCall(feature) },
    { title: `Get ${name}`, call: callOf(`GET ${ofOne}`, { path: pathOf(feature) }) },
  ];
}
