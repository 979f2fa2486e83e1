import { equal } from 'node:assert/strict';
import { contentHash } from './proposed-change.ts';

const scope = { project: 'default', environment: 'production' };
const change = (payload: unknown) => ({ action: 'updateFeatureEnabled', feature: 'checkout', segment: null, payload }) as never;

describe('the content hash of a change request', () => {
  it('has the same value in each version, because stored approvals are bound to it', () => {
    const hash = contentHash(scope, [change({ enabled: true, reason: 'x' })], 'e');
    equal(hash, '64dd80c311841b55ea6170ce046a3d29cc114888ba16b88ec925f46ae96c1ddc');
  });

  it('ignores the order of properties', () => {
    equal(contentHash(scope, [change({ a: 1, b: 2 })]), contentHash(scope, [change({ b: 2, a: 1 })]));
  });
});
