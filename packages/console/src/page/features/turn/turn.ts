import { signal } from '@preact/signals';
import { changeRequestHref } from '../../../frame/address.ts';
import { showToast, showError, showToastWithLink } from '../../../parts/toast.tsx';
import { askAgain } from '../../../server/answer.ts';
import { Refused } from '../../../server/refusal.ts';
import { callOf, send } from '../../../server/call.ts';
import { turnTexts } from './texts.ts';
import { partsTexts } from '../../../parts/texts.ts';

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

/** Turns a feature on or off immediately, with undo in the toast. If the server rejects it, shows the old state before the error. */
export async function turn(target: FeatureInEnvironment, isOn: boolean): Promise<void> {
  const press = { isOn };
  pressed.value = withPress(target, press);
  const release = () => {
    if (pressed.value.get(keyOf(target)) === press) pressed.value = withPress(target, undefined);
  };
  try {
    await send(switchCall(target, isOn));
    showToast(turnTexts.turned(target.feature, target.environment, isOn), () => void turn(target, !isOn));
    await askAgain();
  } catch (error) {
    release();
    if (!(error instanceof Refused)) throw error;
    showError(turnTexts.notTurned(target.feature, target.environment, isOn, error.message), () => void turn(target, isOn));
    await askAgain();
  } finally {
    release();
  }
}

/** The request that turns a feature on or off. */
export const switchCall = ({ project, feature, environment }: FeatureInEnvironment, isOn: boolean) =>
  callOf(`POST /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/${isOn ? 'on' : 'off'}`, {
    path: { projectId: project, featureName: feature, environment },
    ...(isOn && { query: { shouldActivateDisabledStrategies: true } }),
  });

/** The request that adds the change to a draft change request. */
export const proposeCall = ({ project, feature, environment }: FeatureInEnvironment, isOn: boolean) =>
  callOf('POST /api/admin/projects/{projectId}/environments/{environment}/change-requests', {
    path: { projectId: project, environment },
    body: { feature, action: 'updateEnabled', payload: { enabled: isOn } },
  });

/** Adds the change to a draft change request, for protected environments. */
export async function propose(target: FeatureInEnvironment, isOn: boolean): Promise<void> {
  try {
    const { id } = await send(proposeCall(target, isOn));
    showToastWithLink(turnTexts.proposed(target.feature, target.environment, isOn, id), {
      title: partsTexts.openRequest,
      href: changeRequestHref(target.project, id),
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showError(error.message);
  }
  await askAgain();
}
