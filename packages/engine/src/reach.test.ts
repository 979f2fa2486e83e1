import { deepEqual, equal } from 'node:assert/strict';
import type { StrategyState } from '@signalbox/contracts';
import { type Decides, reachOf } from './reach.ts';

const strategy = (values: Partial<StrategyState>): StrategyState => ({
  id: 'one',
  name: 'flexibleRollout',
  parameters: { rollout: '100' },
  constraints: [],
  segments: [],
  variants: [],
  ...values,
});
const on = (...strategies: StrategyState[]): Decides => ({ enabled: true, variants: [], strategies, hasDisabled: false });
const share = (rollout: string) => strategy({ parameters: { rollout } });
const inSweden: StrategyState['constraints'][number] = { contextName: 'country', operator: 'IN', values: ['SE'] };

describe('reach', () => {
  const kinds: readonly (readonly [title: string, state: Decides, kind: string])[] = [
    ['nobody where it is switched off', { ...on(strategy({})), enabled: false }, 'nobody'],
    ['everybody where there is no strategy', on(), 'everybody'],
    ['nobody where every strategy is switched off', { ...on(), hasDisabled: true }, 'nobody'],
    ['nobody by a share of 0', on(share('0')), 'nobody'],
    ['nobody by a share that is no number', on(share('many')), 'nobody'],
    ['everybody by a share of 100', on(share('100')), 'everybody'],
    ['everybody by the default strategy', on(strategy({ name: 'default', parameters: {} })), 'everybody'],
    ['everybody where one of several asks nothing', on(share('10'), share('100')), 'everybody'],
    ['some by a share', on(share('25')), 'some'],
    ['some by an older share', on(strategy({ name: 'gradualRolloutRandom', parameters: { percentage: '5' } })), 'some'],
    ['some by a constraint', on(strategy({ constraints: [inSweden] })), 'some'],
    ['some by a segment', on(strategy({ segments: [3] })), 'some'],
    ['some by ids', on(strategy({ name: 'userWithId', parameters: { userIds: '7' } })), 'some'],
    ['some by a strategy of an application', on(strategy({ name: 'moonPhase', parameters: {} })), 'some'],
  ];
  for (const [title, state, kind] of kinds) it(`is ${title}`, () => equal(reachOf(state).kind, kind));

  it('includes the share of the only strategy that decides by it alone', () => {
    equal(reachOf(on(share('25'))).share, 25);
    equal(reachOf(on(strategy({ segments: [1] }), share('25'))).share, 25);
    equal(reachOf(on(share('25'), share('30'))).share, undefined);
    equal(reachOf(on(strategy({ parameters: { rollout: '25' }, segments: [1] }))).share, undefined);
    equal(reachOf(on(share('100'))).share, undefined);
  });

  it('lists each required field and segment once, in order', () => {
    const state = on(
      strategy({ name: 'userWithId', parameters: { userIds: '7' } }),
      strategy({ segments: [3, 1], constraints: [inSweden] }),
      strategy({ segments: [3], constraints: [inSweden] }),
      share('0'),
    );
    deepEqual(reachOf(state), { kind: 'some', segments: [1, 3], fields: ['country', 'userId'], strategies: 3, variants: 0 });
  });

  it('counts variants of strategies before those of the feature', () => {
    const variant = { name: 'a', weight: 1000, weightType: 'variable' as const, stickiness: 'default' };
    const variants = [variant, variant];
    equal(reachOf({ ...on(strategy({})), variants }).variants, 2);
    equal(reachOf({ ...on(strategy({ variants: [variant] })), variants }).variants, 1);
  });
});
