import { isOffline } from '../../../server/ask.ts';
import { Switch } from '../../../parts/mark/switch.tsx';
import { type FeatureInEnvironment, pressedOn } from './turn.ts';

interface EnvironmentSwitchProps {
  readonly of: FeatureInEnvironment;
  /** The state that the server last reported. */
  readonly isOn: boolean;
  readonly refused?: string | undefined;
  readonly hint?: string | undefined;
  readonly press: () => void;
}

/** A switch for a feature in an environment. It shows the new state immediately, and is busy until the server responds. */
export function EnvironmentSwitch({ of, isOn, refused, ...more }: EnvironmentSwitchProps) {
  const pressed = pressedOn(of);
  return (
    <Switch
      label={`${of.feature} in ${of.environment}`}
      isOn={pressed ?? isOn}
      isBusy={pressed !== undefined}
      refused={isOffline.value ? 'Can’t reach the server. You can make changes when it is back.' : refused}
      {...more}
    />
  );
}
