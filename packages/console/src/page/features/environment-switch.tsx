import { Switch } from '../../parts/switch.tsx';
import { pageTexts } from '../texts.ts';
import { type FeatureInEnvironment, pressedOn } from './turn.ts';

interface EnvironmentSwitchProps {
  readonly of: FeatureInEnvironment;
  /** As the server last said. */
  readonly isOn: boolean;
  readonly refused?: string | undefined;
  readonly hint?: string | undefined;
  readonly press: () => void;
}

/** Switches a feature in an environment. What was pressed shows at once, and as busy until the server has answered. */
export function EnvironmentSwitch({ of, isOn, ...more }: EnvironmentSwitchProps) {
  const pressed = pressedOn(of);
  return (
    <Switch
      label={pageTexts.features.inEnvironment(of.feature, of.environment)}
      isOn={pressed ?? isOn}
      isBusy={pressed !== undefined}
      {...more}
    />
  );
}
