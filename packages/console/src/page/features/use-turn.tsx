import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { words } from '../../words.ts';
import type { Row } from './rows.ts';
import { propose, type Spot, turn } from './turn.ts';

/** An environment of a project, as far as it decides how a switch takes effect. */
export interface Switchable {
  readonly name: string;
  readonly protected: boolean;
}

/**
 * Switches a feature in an environment: at once, or as part of a change request where that is protected. Switching off what is on for more than half of
 * those who ask is the one thing that asks first.
 */
export function useTurn() {
  const asked = useSignal<(Spot & { readonly yes: number; readonly no: number }) | null>(null);
  const ask = (row: Row, environment: Switchable | undefined) => {
    const state = row.environments.find(({ name }) => name === environment?.name);
    if (!environment || !state) return;
    const spot = { project: row.project, feature: row.name, environment: environment.name };
    if (environment.protected) void propose(spot, !state.enabled);
    else if (state.enabled && state.yes > state.no) asked.value = { ...spot, yes: state.yes, no: state.no };
    else void turn(spot, !state.enabled);
  };
  const close = () => (asked.value = null);
  const spot = asked.value;
  const question = (
    <Dialog title={spot ? words.turnOff.title(spot.feature, spot.environment) : ''} isOpen={spot !== null} close={close}>
      {spot && (
        <>
          <p>{words.turnOff.about(spot.yes, spot.yes + spot.no)}</p>
          <footer>
            <button type="button" class="b" onClick={close}>
              {words.cancel}
            </button>
            <button
              type="button"
              class="b stop"
              onClick={() => {
                close();
                void turn(spot, false);
              }}
            >
              {words.turnOff.submit}
            </button>
          </footer>
        </>
      )}
    </Dialog>
  );
  return { ask, question };
}
