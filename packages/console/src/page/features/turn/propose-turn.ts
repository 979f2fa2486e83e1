import { attempt } from '../../../parts/layer/attempt.ts';
import { propose, shownProposal } from '../../proposal/propose.ts';
import type { FeatureInEnvironment } from './turn.ts';

const turning = ({ feature }: FeatureInEnvironment, isOn: boolean) =>
  ({ feature, action: 'updateEnabled', payload: { enabled: isOn } }) as const;

/** The request that proposes to turn a feature on or off. */
export const proposeCall = (target: FeatureInEnvironment, isOn: boolean) => shownProposal(target, turning(target, isOn));

/** Proposes to turn a feature on or off, for protected environments. */
export const proposeTurn = (target: FeatureInEnvironment, isOn: boolean): Promise<void> =>
  attempt(() => propose(target, turning(target, isOn), `turn ${isOn ? 'on' : 'off'} ${target.feature} in ${target.environment}`));
