import { signal } from '@preact/signals';
import { changeRequestHref } from '../../frame/address.ts';
import { say, sayRefused, sayWith } from '../../parts/toast.tsx';
import { askAgain } from '../../server/answer.ts';
import { Refused } from '../../server/refusal.ts';
import { callOf, send } from '../../server/call.ts';
import { pageTexts } from '../texts.ts';
import { featuresTexts } from './texts.ts';

/** A feature in one environment. */
export interface FeatureInEnvironment {
  readonly project: string;
  readonly feature: string;
  readonly environment: string;
}

interface Press {
  readonly isOn: boolean;
}

/** What was pressed, until it is known what came of it. */
const pressed = signal<ReadonlyMap<string, Press>>(new Map());

const keyOf = ({ project, feature, environment }: FeatureInEnvironment): string => JSON.stringify([project, feature, environment]);

/** What somebody has just switched a feature to; undefined where nothing is on its way. */
export const pressedOn = (target: FeatureInEnvironment): boolean | undefined => pressed.value.get(keyOf(target))?.isOn;

function withPress(target: FeatureInEnvironment, press: Press | undefined): ReadonlyMap<string, Press> {
  const others = [...pressed.value].filter(([key]) => key !== keyOf(target));
  return new Map(press ? [...others, [keyOf(target), press]] : others);
}

/** Switches a feature on or off at once, and says so with a way back. What the server refuses is said, and nothing has changed. */
export async function turn(target: FeatureInEnvironment, isOn: boolean): Promise<void> {
  const press = { isOn };
  pressed.value = withPress(target, press);
  try {
    await sendTurn(target, isOn);
  } finally {
    if (pressed.value.get(keyOf(target)) === press) pressed.value = withPress(target, undefined);
  }
}

async function sendTurn(target: FeatureInEnvironment, isOn: boolean): Promise<void> {
  try {
    await send(switchCall(target, isOn));
    say(featuresTexts.turned(target.feature, target.environment, isOn), () => void turn(target, !isOn));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayRefused(error.message);
  }
  await askAgain();
}

/** The request that switches a feature. */
export const switchCall = ({ project, feature, environment }: FeatureInEnvironment, isOn: boolean) =>
  callOf(`POST /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/${isOn ? 'on' : 'off'}`, {
    path: { projectId: project, featureName: feature, environment },
    ...(isOn && { query: { shouldActivateDisabledStrategies: true } }),
  });

/** The request that adds the switch to the draft of a change request. */
export const proposeCall = ({ project, feature, environment }: FeatureInEnvironment, isOn: boolean) =>
  callOf('POST /api/admin/projects/{projectId}/environments/{environment}/change-requests', {
    path: { projectId: project, environment },
    body: { feature, action: 'updateEnabled', payload: { enabled: isOn } },
  });

/** Adds the switch to the draft of a change request, as a protected environment asks for. */
export async function propose(target: FeatureInEnvironment, isOn: boolean): Promise<void> {
  try {
    const { id } = await send(proposeCall(target, isOn));
    sayWith(featuresTexts.proposed(target.feature, target.environment, isOn, id), {
      title: pageTexts.changeRequest.open,
      href: changeRequestHref(target.project, id),
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayRefused(error.message);
  }
  await askAgain();
}
