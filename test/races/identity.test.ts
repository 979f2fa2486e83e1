import { deepEqual } from 'node:assert/strict';
import { type IdentityCourse, identityPairs, openIdentityCourse } from './identity-races.ts';
import { brokenAccess } from './identity-invariants.ts';
import { testEnvironment } from '@signalbox/testing';
import { seeded } from './random.ts';

describe('concurrent operations on users and access', () => {
  const { seed } = testEnvironment;
  let course: IdentityCourse;
  before(async () => {
    course = await openIdentityCourse(seeded(seed));
  });
  after(() => course.close());

  for (const pair of identityPairs) {
    it(`preserve the invariants: ${pair.title} (seed ${seed})`, async () => {
      deepEqual((await course.race(pair, 1)).problems, []);
    });
  }
});

describe('invariants of users and access', () => {
  it('detect each kind of violation', () => {
    const tables = new Map([
      [
        'user',
        [
          { id: 1, root_role: 50, kind: 'user', deleted_at: null },
          { id: 2, root_role: 1, kind: 'user', deleted_at: 1 },
        ],
      ],
      ['workload_identity', [{ user_id: 1, enabled: 0 }]],
      ['role_grant', [{ user_id: null, group_id: 9, role_id: 51 }]],
      ['login_session', [{ user_id: 2 }]],
      ['personal_token', [{ user_id: 1 }]],
      ['api_token', [{ id: 3, hash: 'h' }]],
      ['revoked_token', [{ hash: 'h' }]],
    ]);
    deepEqual(brokenAccess(tables), [
      'login_session has a row of the user 2, who was deleted',
      'a row refers to the deleted group 9',
      'the deleted role 51 is still granted',
      'the user 1 has a deleted root role',
      'the workload identity 1 is disabled but has a token',
      'the revoked token 3 still exists',
      'the instance has no administrator',
    ]);
  });
});
