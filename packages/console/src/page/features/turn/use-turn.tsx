import { formatFigure } from '../../../base/format.ts';
import { showError } from '../../../parts/layer/toast.tsx';
import { useLack } from '../../../server/session.ts';
import { openLayer } from '../../../parts/layer/layers.tsx';
import { openTurnOff } from './turn-sheet.tsx';
import { proposeTurn } from './propose-turn.ts';
import { type FeatureInEnvironment, turn } from './turn.ts';
import { Button } from '../../../parts/mark/button.tsx';

/** The properties of an environment that decide how a switch takes effect. */
export interface Switchable {
  readonly name: string;
  readonly protected: boolean;
}

/** A feature with the figures that decide whether turning it off needs a confirmation. */
export interface Turnable {
  readonly project: string;
  readonly name: string;
  readonly environments: readonly { readonly name: string; readonly enabled: boolean; readonly yes: number; readonly no: number }[];
}

/**
 * Returns a function that turns a feature on or off, directly or by change request, or says which permission is missing. Asks before turning
 * off a feature that more than half of the evaluations get. The key of a protected environment turns off too, by a sheet.
 */
export function useTurn() {
  const lack = useLack();
  return (row: Turnable, environment: Switchable | undefined, isByKey = false) => {
    const state = row.environments.find(({ name }) => name === environment?.name);
    if (!environment || !state) return;
    const target = { project: row.project, feature: row.name, environment: environment.name };
    const refused = environment.protected ? undefined : lack('UPDATE_FEATURE_ENVIRONMENT', target);
    if (refused !== undefined) showError(refused);
    else if (environment.protected && isByKey && state.enabled && lack('SKIP_CHANGE_REQUEST', target) === undefined) openTurnOff(target);
    else if (environment.protected) void proposeTurn(target, !state.enabled);
    else if (state.enabled && state.yes > state.no) askToTurnOff(target, state);
    else void turn(target, !state.enabled);
  };
}

const askToTurnOff = (target: FeatureInEnvironment, { yes, no }: Turnable['environments'][number]): void =>
  openLayer({
    title: `Turn off ${target.feature} in ${target.environment}?`,
    draw: (close) => (
      <>
        <p>
          It was on for {formatFigure(yes)} of {formatFigure(yes + no)} evaluations in the past hour.
        </p>
        <footer>
          <Button look="button" press={close} text="Cancel" />
          <Button
            look="danger"
            press={() => {
              close();
              void turn(target, false);
            }}
            text="Turn off now"
          />
        </footer>
      </>
    ),
  });
