import { signal } from '@preact/signals';
import { showToast, showError, type ToastAction } from '../../../parts/layer/toast.tsx';
import { askAgain } from '../../../server/ask.ts';
import { Refused } from '../../../server/refusal.ts';
import { type Call, callOf, send } from '../../../server/call.ts';

export interface FeatureInEnvironment {
  readonly project: string;
  readonly feature: string;
  readonly environment: string;
}

interface Press {
  readonly isOn: boolean;
}

/** Switches whose request is still pending. */
const pressed = signal<ReadonlyMap<string, Press>>(new Map());

const keyOf = ({ project, feature, environment }: FeatureInEnvironment): string => JSON.stringify([project, feature, environment]);

/** The state that the user has just requested; undefined if no request is pending. */
export const pressedOn = (target: FeatureInEnvironment): boolean | undefined => pressed.value.get(keyOf(target))?.isOn;

function withPress(target: FeatureInEnvironment, press: Press | undefined): ReadonlyMap<string, Press> {
  const others = [...pressed.value].filter(([key]) => key !== keyOf(target));
  return new Map(press ? [...others, [keyOf(target), press]] : others);
}

/** Replaces the default request and undo. */
interface Way {
  readonly call: Call;
  readonly undo: () => void;
  /** A further button in the toast. */
  readonly action?: ToastAction | undefined;
}

/** Turns a feature on or off immediately, with undo in the toast. If the server rejects it, shows the old state before the error. */
export async function turn(target: FeatureInEnvironment, isOn: boolean, way?: Way): Promise<void> {
  const press = { isOn };
  pressed.value = withPress(target, press);
  const release = () => {
    if (pressed.value.get(keyOf(target)) === press) pressed.value = withPress(target, undefined);
  };
  try {
    await send(way?.call ?? switchCall(target, isOn));
    showToast(
      `${target.feature} is ${isOn ? 'on' : 'off'} in ${target.environment}.`,
      way?.undo ?? (() => void turn(target, !isOn)),
      way?.action,
    );
    await askAgain();
  } catch (error) {
    release();
    if (!(error instanceof Refused)) throw error;
    showError(
      `${target.feature} is still ${isOn ? 'off' : 'on'} in ${target.environment}. ${error.message}`,
      () => void turn(target, isOn, way),
    );
    await askAgain();
  } finally {
    release();
  }
}

/** Turns a feature off in a protected environment, and with undo directly on again. The reason can follow. */
export const turnOffInEmergency = (target: FeatureInEnvironment, reason: string): Promise<void> =>
  turn(target, false, {
    call: emergencyCall(target, reason),
    undo: () =>
      void turn(target, true, {
        call: switchCall(target, true, 'Undo of an emergency'),
        undo: () => void turnOffInEmergency(target, reason),
      }),
    action: reason ? undefined : { title: 'Add reason', act: () => explain(target) },
  });

const explain = (target: FeatureInEnvironment): void =>
  void import('../../proposal/ask-for-reason.ts').then(({ explainEmergency }) => explainEmergency(target, target.feature));

/** The request that turns a feature on or off. */
export const switchCall = ({ project, feature, environment }: FeatureInEnvironment, isOn: boolean, reason?: string) =>
  callOf(`POST /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/${isOn ? 'on' : 'off'}`, {
    path: { projectId: project, featureName: feature, environment },
    ...(isOn && { query: { shouldActivateDisabledStrategies: true } }),
    ...(reason !== undefined && { reason }),
  });

/** The request that turns a feature off in a protected environment. */
export const emergencyCall = ({ project, feature, environment }: FeatureInEnvironment, reason = '') =>
  callOf('POST /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/off', {
    path: { projectId: project, featureName: feature, environment },
    query: { emergency: true },
    ...(reason && { reason }),
  });
