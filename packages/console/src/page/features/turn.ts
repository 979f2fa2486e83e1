import { say, sayRefused } from '../../parts/toast.tsx';
import { askAgain } from '../../server/answer.ts';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import { words } from '../../base/words.ts';

/** A feature in one environment. */
export interface FeatureInEnvironment {
  readonly project: string;
  readonly feature: string;
  readonly environment: string;
}

/** Switches a feature on or off at once, and says so with a way back. What the server refuses is said, and nothing has changed. */
export async function turn(target: FeatureInEnvironment, isOn: boolean): Promise<void> {
  try {
    await send(target, isOn);
    say(words.features.turned(target.feature, target.environment, isOn), () => void turn(target, !isOn));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayRefused(error.message);
  }
  await askAgain();
}

const send = ({ project, feature, environment }: FeatureInEnvironment, isOn: boolean) =>
  ask(`POST /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/${isOn ? 'on' : 'off'}`, {
    path: { projectId: project, featureName: feature, environment },
    ...(isOn && { query: { shouldActivateDisabledStrategies: true } }),
  });

/** Adds the switch to the draft of a change request, as a protected environment asks for. */
export async function propose(target: FeatureInEnvironment, isOn: boolean): Promise<void> {
  try {
    const { id } = await ask('POST /api/admin/projects/{projectId}/environments/{environment}/change-requests', {
      path: { projectId: target.project, environment: target.environment },
      body: { feature: target.feature, action: 'updateEnabled', payload: { enabled: isOn } },
    });
    say(words.features.proposed(target.feature, target.environment, isOn, id));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayRefused(error.message);
  }
  await askAgain();
}
