import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { compareVersions, isVersion } from './version.ts';

/** In ascending order; the first eight are the example of semver.org, section 11. */
const ascending = [
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '1.2.0',
  '1.10.0-1',
  '1.10.0-a-b',
  '1.10.0-a-b.0',
  '1.10.0',
  '9007199254740993.0.0',
  '9007199254740994.0.0-x',
];

describe('a version', () => {
  it('is ordered as by semver.org', () => {
    ascending.forEach((left, l) => {
      ascending.forEach((right, r) => {
        assert.equal(Math.sign(compareVersions(left, right)), Math.sign(l - r), `${left} and ${right}`);
      });
    });
  });

  it('is compared without build metadata', () => {
    assert.equal(compareVersions('1.0.0+a', '1.0.0+b.c'), 0);
    assert.equal(compareVersions('1.0.0-rc.1+a', '1.0.0-rc.1'), 0);
  });

  for (const text of ['v1.0.0', '1.0', '1.0.0.0', '01.0.0', '1.0.0-01', '1.0.0-', '1.0.0+', ' 1.0.0', '1.0.0-a..b', '']) {
    it(`is invalid as "${text}"`, () => {
      assert.equal(isVersion(text), false);
    });
  }

  it('is ordered antisymmetrically for any pair', () => {
    const label = fc.stringMatching(/^(0|[1-9][0-9]{0,3}|[0-9]{0,2}[A-Za-z-][0-9A-Za-z-]{0,3})$/);
    const version = fc
      .tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.array(label, { maxLength: 3 }))
      .map(([major, minor, patch, labels]) => `${major}.${minor}.${patch}${labels.length ? `-${labels.join('.')}` : ''}`);
    fc.assert(
      fc.property(version, version, (left, right) => {
        assert.ok(isVersion(left));
        assert.equal(Math.sign(compareVersions(left, right)), -Math.sign(compareVersions(right, left)) || 0);
        assert.equal(compareVersions(left, right) === 0, left === right);
      }),
    );
  });
});
