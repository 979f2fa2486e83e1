import { equal } from 'node:assert/strict';
import { isOutdated } from './outdated-sdk.ts';

describe('outdated SDKs', () => {
  for (const [sdk, expected] of [
    ['unleash-client-node:5.3.1', true],
    ['unleash-client-node:5.3.2', false],
    ['unleash-client-node:5.3.2-beta.1', true],
    ['unleash-client-node:6.0.0', false],
    ['unleash-client-java:10.0.0', false],
    ['unleash-client-node', false],
    ['unleash-client-node:latest', false],
    ['our-own-client:0.0.1', false],
    ['constructor:0.0.1', false],
  ] as const)
    it(`${expected ? 'include' : 'do not include'} ${sdk}`, () => equal(isOutdated(sdk), expected));
});
