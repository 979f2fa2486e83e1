import { deepEqual, equal } from 'node:assert/strict';
import type { StrategyResult } from '../../server/ask.ts';
import { freshStrategy } from './strategy-draft.ts';
import { lacksUser, withUser } from './user-list.ts';

const list = { contextName: 'userId', operator: 'IN' as const, values: ['1'], result: false };
const inEurope = { contextName: 'region', operator: 'IN' as const, values: ['eu'], result: true };

const resultOf = (part: Partial<StrategyResult>): StrategyResult => ({
  id: 'a',
  name: 'flexibleRollout',
  disabled: false,
  parameters: {},
  result: { evaluationStatus: 'complete', enabled: false },
  share: null,
  passes: true,
  constraints: [],
  segments: [],
  links: { edit: '' },
  ...part,
});

describe('a user who is added from the explanation', () => {
  it('is missing in a strategy whose list of users alone excludes the user', () => {
    equal(lacksUser(resultOf({ constraints: [inEurope, list] })), true);
    equal(lacksUser(resultOf({ name: 'userWithId', passes: false })), true);
  });

  it('is not the only obstacle if anything else excludes the user too', () => {
    const others: readonly Partial<StrategyResult>[] = [
      { constraints: [{ ...inEurope, result: false }, list] },
      { constraints: [{ ...list, inverted: true }] },
      { constraints: [list], passes: false },
      { constraints: [list], disabled: true },
      { constraints: [list], segments: [{ id: 1, name: 'north', result: false, constraints: [] }] },
      { name: 'userWithId', passes: false, constraints: [{ ...inEurope, result: false }] },
      {},
    ];
    deepEqual(
      others.map((part) => lacksUser(resultOf(part))),
      others.map(() => false),
    );
  });

  it('joins the list of the strategy, or begins one', () => {
    const fresh = freshStrategy('lamp', 'default');
    const begun = withUser(fresh, '1');
    deepEqual(begun.constraints, [{ contextName: 'userId', operator: 'IN', values: ['1'] }]);
    deepEqual(withUser(begun, '2').constraints, [{ contextName: 'userId', operator: 'IN', values: ['1', '2'] }]);
    const byId = (userIds: string) => ({ ...fresh, name: 'userWithId', parameters: { userIds } });
    deepEqual(withUser(byId(''), '1'), byId('1'));
    deepEqual(withUser(byId('1'), '2'), byId('1,2'));
  });
});
