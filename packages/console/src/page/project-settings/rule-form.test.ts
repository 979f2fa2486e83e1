import { deepEqual } from 'node:assert/strict';
import type { Rules } from '../../server/ask.ts';
import { projectRuleEntries, rulesIn, projectRuleValues } from './rule-form.ts';

const night = { name: 'night', start: '2026-06-01T22:00', end: '2026-06-02T06:00', timeZone: 'UTC', repeats: 'daily' as const };
const all: Rules = {
  stagedFirst: { environment: 'production', after: 'development' },
  maxStep: { environment: 'production', percentage: 25 },
  ownerRequired: { environments: ['production'] },
  requiredTag: { type: 'simple', environments: ['production'] },
  expiryRequired: {},
  description: {},
  quietHours: { environments: ['production'], freezes: [night, { ...night, name: 'noon' }] },
};
const known = { environments: ['development', 'production'], tagTypes: ['simple'] };

describe('the form of rules', () => {
  it('keeps rules that are not edited, and quiet hours that it does not show', () => {
    for (const rules of [{}, all]) deepEqual(rulesIn(projectRuleValues(rules), rules), rules);
  });

  it('drops a rule once its first choice is removed', () => {
    const values = {
      ...projectRuleValues(all),
      staged: '',
      stepIn: '',
      ownerIn: [],
      tagType: '',
      expiry: false,
      description: false,
      quietIn: [],
    };
    deepEqual(rulesIn(values, all), {});
  });

  it('shows parameters of active rules only', () => {
    deepEqual(Object.keys(projectRuleEntries(known)(projectRuleValues({}))), [
      'staged',
      'stepIn',
      'ownerIn',
      'tagType',
      'expiry',
      'description',
      'quietIn',
    ]);
    const parameters = Object.keys(projectRuleEntries(known)(projectRuleValues(all)));
    for (const name of ['after', 'percentage', 'tagIn', 'start', 'timeZone']) deepEqual(parameters.includes(name), true, name);
  });
});
