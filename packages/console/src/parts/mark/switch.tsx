import * as styles from './switch.module.css';

interface SwitchProps {
  /** Feature and environment, such as 'express-pay in production'. */
  readonly label: string;
  readonly isOn: boolean;
  /** True until the server has responded. */
  readonly isBusy?: boolean;
  /** Reason why the user cannot press it, if any. */
  readonly refused?: string | undefined;
  /** Explanation of the effect, if it is not obvious. */
  readonly hint?: string | undefined;
  readonly press: () => void;
}

/** A switch that takes effect immediately. */
export function Switch({ label, isOn, isBusy = false, refused, hint, press }: SwitchProps) {
  return (
    <button
      type="button"
      class={styles.switch}
      role="switch"
      aria-checked={isOn}
      aria-busy={isBusy}
      aria-disabled={refused !== undefined}
      aria-label={label}
      title={[label, refused ?? hint].filter(Boolean).join('. ')}
      onClick={() => !isBusy && refused === undefined && press()}
    >
      <svg viewBox="0 0 38 22" aria-hidden="true">
        <rect class={styles.track} x="1" y="1" width="36" height="20" rx="10" />
        <circle class={styles.knob} cx={isOn ? 27 : 11} cy="11" r="7.5" />
        {isOn && <path class={styles.tick} d="m23.8 11.2 2.2 2.2 4-4.6" />}
      </svg>
    </button>
  );
}
