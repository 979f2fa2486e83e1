import { pageTexts } from '../texts.ts';
import { paletteTexts } from './texts.ts';
import { showError } from '../../parts/toast.tsx';
import { Refused } from '../../server/refusal.ts';
import { proposeCall, switchCall } from '../features/turn/turn.ts';
import type { Switchable, Turnable } from '../features/turn/use-turn.tsx';
import { readFeature } from '../feature/state/use-feature.ts';
import type { NamedFeature, PaletteItem } from './palette-item.ts';

/** Turns a feature on or off as everywhere else, possibly after a confirmation. */
export type AskToTurn = (feature: Turnable, environment: Switchable | undefined) => void;

interface SwitchItem {
  readonly of: NamedFeature;
  readonly environment: Switchable;
  readonly isOn: boolean;
  readonly refused: string | undefined;
  readonly askToTurn: AskToTurn;
  readonly digit?: number;
}

/** Turns a feature on or off in an environment, or proposes it. */
export function switchItem({ of, environment, isOn, refused, askToTurn, digit }: SwitchItem): PaletteItem {
  const target = { ...of, environment: environment.name };
  const titleOf = environment.protected ? pageTexts.palette.proposeTurn : pageTexts.palette.turn;
  return {
    key: `turn ${isOn} ${of.feature} ${environment.name}`,
    kind: 'verb',
    title: titleOf(of.feature, environment.name, isOn),
    refused,
    ...(digit !== undefined && { digit }),
    call: environment.protected ? proposeCall(target, isOn) : switchCall(target, isOn),
    does: { act: () => void turnNow({ of, environment, isOn, askToTurn }) },
  };
}

/** Uses the current state of the feature, which may already be the requested one. */
async function turnNow({ of, environment, isOn, askToTurn }: Pick<SwitchItem, 'of' | 'environment' | 'isOn' | 'askToTurn'>): Promise<void> {
  try {
    const { detail } = await readFeature(of.project, of.feature);
    const state = detail.environments.find(({ name }) => name === environment.name);
    if (state?.enabled === isOn) showError(paletteTexts.isSo(of.feature, environment.name, isOn));
    else askToTurn(detail, environment);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showError(error.message);
  }
}
