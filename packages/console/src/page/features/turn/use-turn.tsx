import { formatFigure } from '../../../base/figure.ts';
import { useSignal } from '@preact/signals';
import { showError } from '../../../parts/layer/toast.tsx';
import { useLack } from '../../../server/session.ts';
import { Dialog } from '../../../parts/layer/dialog.tsx';
import { openTurnOff } from './turn-sheet.tsx';
import { proposeTurn } from './propose-turn.ts';
import { type FeatureInEnvironment, turn } from './turn.ts';
import { Button } from '../../../parts/mark/button.tsx';
import * as buttonStyles from '../../../parts/mark/button.module.css';

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
  const pending = useSignal<(FeatureInEnvironment & { readonly yes: number; readonly no: number }) | null>(null);
  const lack = useLack();
  const ask = (row: Turnable, environment: Switchable | undefined, isByKey = false) => {
    const state = row.environments.find(({ name }) => name === environment?.name);
    if (!environment || !state) return;
    const target = { project: row.project, feature: row.name, environment: environment.name };
    const refused = environment.protected ? undefined : lack('UPDATE_FEATURE_ENVIRONMENT', target);
    if (refused !== undefined) showError(refused);
    else if (environment.protected && isByKey && state.enabled && lack('SKIP_CHANGE_REQUEST', target) === undefined) openTurnOff(target);
    else if (environment.protected) void proposeTurn(target, !state.enabled);
    else if (state.enabled && state.yes > state.no) pending.value = { ...target, yes: state.yes, no: state.no };
    else void turn(target, !state.enabled);
  };
  const close = () => (pending.value = null);
  const target = pending.value;
  const question = (
    <Dialog title={target ? `Turn off ${target.feature} in ${target.environment}?` : ''} isOpen={target !== null} close={close}>
      {target && (
        <>
          <p>
            It was on for {formatFigure(target.yes)} of {formatFigure(target.yes + target.no)} evaluations in the past hour.
          </p>
          <footer>
            <Button look="button" press={close} text="Cancel" />
            <Button
              class={buttonStyles.danger}
              press={() => {
                close();
                void turn(target, false);
              }}
              text="Turn off now"
            />
          </footer>
        </>
      )}
    </Dialog>
  );
  return { ask, question };
}
