import { showError, showRefusal } from '../../parts/layer/toast.tsx';
import type { useLack } from '../../server/session.ts';
import { openTurnOff } from '../features/turn/turn-sheet.tsx';
import { proposeCall } from '../features/turn/propose-turn.ts';
import { emergencyCall, switchCall } from '../features/turn/turn.ts';
import type { Switchable, Turnable } from '../features/turn/use-turn.tsx';
import { readFeature } from '../feature/state/use-feature.ts';
import type { NamedFeature, PaletteItem } from './palette-item.ts';
import { turnTitle, proposalTitle } from '../features/feature-calls.ts';

/** Turns a feature on or off as everywhere else, possibly after a confirmation. */
export type AskToTurn = (feature: Turnable, environment: Switchable | undefined) => void;

interface Switching {
  readonly of: NamedFeature;
  readonly environment: Switchable;
  readonly isOn: boolean;
  readonly refused: string | undefined;
  readonly lack: ReturnType<typeof useLack>;
  readonly askToTurn: AskToTurn;
  readonly digit?: number;
}

/**
 * Turns a feature on or off in an environment, or proposes it in a protected one. Users who may bypass change requests can also turn it off
 * immediately, which then is first and has the digit.
 */
export function switchItems({ of, environment, isOn, refused, lack, askToTurn, digit }: Switching): readonly PaletteItem[] {
  const target = { ...of, environment: environment.name };

  const item = (start: (feature: Turnable) => void) =>
    ({ kind: 'verb', does: { act: () => void startUnlessSo(target, isOn, start) } }) as const;
  const ordinary: PaletteItem = {
    ...item((feature) => askToTurn(feature, environment)),
    key: `turn ${isOn} ${of.feature} ${environment.name}`,
    title: (environment.protected ? proposalTitle : turnTitle)(of.feature, environment.name, isOn),
    refused,
    call: environment.protected ? proposeCall(target, isOn) : switchCall(target, isOn),
  };
  const permissions = ['UPDATE_FEATURE_ENVIRONMENT', 'SKIP_CHANGE_REQUEST'];
  const mayBypass = environment.protected && !isOn && permissions.every((permission) => lack(permission, target) === undefined);
  const emergency: PaletteItem = {
    ...item(() => openTurnOff(target)),
    key: `emergency ${of.feature} ${environment.name}`,
    title: `Turn off ${of.feature} in ${environment.name} now (emergency)`,
    call: emergencyCall(target),
  };
  const [first, ...others] = mayBypass ? [emergency, ordinary] : [ordinary];
  return [{ ...first, ...(digit !== undefined && { digit }) }, ...others];
}

/** Uses the current state of the feature, which may already be the requested one. */
const startUnlessSo = (
  { project, feature, environment }: NamedFeature & { readonly environment: string },
  isOn: boolean,
  start: (feature: Turnable) => void,
): Promise<void> =>
  showRefusal(async () => {
    const { detail } = await readFeature(project, feature);
    const state = detail.environments.find(({ name }) => name === environment);
    if (state?.enabled === isOn) showError(`${feature} is already ${isOn ? 'on' : 'off'} in ${environment}.`);
    else start(detail);
  });
