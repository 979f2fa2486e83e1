import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { Failure, type TokenState } from '@signalbox/contracts';
import { readScope } from './scope.ts';

const token = (own: Partial<TokenState> = {}): TokenState => ({
  hash: '',
  name: 'shop',
  type: 'client',
  projects: ['default'],
  environment: 'production',
  expiresAt: null,
  ...own,
});
const admin = token({ type: 'admin', projects: ['*'], environment: '*' });
const scopeOf = (own: TokenState, search = '', clientSpec?: string) => readScope(own, new URLSearchParams(search), clientSpec);

describe('scope', () => {
  it("is the token's own, whatever the query asks for", () => {
    const { environment, projects } = scopeOf(token({ projects: ['b', 'a'] }), 'environment=development&project=secret');
    deepEqual({ environment, projects }, { environment: 'production', projects: ['a', 'b'] });
  });

  it('is chosen by the query where the token is good for everything', () => {
    const { environment, projects, query } = scopeOf(admin, 'environment=staging&project=b&project=a&project=b&namePrefix=x');
    deepEqual({ environment, projects }, { environment: 'staging', projects: ['a', 'b'] });
    deepEqual(query, { project: ['a', 'b'], namePrefix: 'x', environment: 'staging', inlineSegmentConstraints: true });
    deepEqual(scopeOf(token({ projects: ['*'] }), 'project[]=a').projects, ['a']);
  });

  it('is everything in the environment default when nothing is asked for', () => {
    const { environment, projects, query } = scopeOf(admin);
    deepEqual({ environment, projects }, { environment: 'default', projects: '*' });
    deepEqual(query, { environment: 'default', inlineSegmentConstraints: true });
    equal(scopeOf(admin, 'project=*&project=a').projects, '*');
  });

  it('is nothing for a token without projects', () => {
    deepEqual(scopeOf(token({ projects: [] }), 'project=a').projects, []);
  });

  for (const [version, separate] of [
    ['4.2.0', true],
    ['5.1.9', true],
    ['4.10.0', true],
    ['4.2.0+build', true],
    ['4.2.1-rc.1', true],
    ['4.2.0-rc.1', false],
    ['4.1.9', false],
    ['3.9.9', false],
  ] as const) {
    it(`lists segments ${separate ? 'apart' : 'inside'} for version ${version} of the client specification`, () => {
      equal(scopeOf(token(), '', version).inlineSegments, !separate);
    });
  }

  for (const [search, path] of [
    ['tag=x', 'tag'],
    ['tag[]=:x', 'tag'],
    ['project=', 'project'],
    ['namePrefix=a&namePrefix=b', 'namePrefix'],
    ['environment=a&environment=b', 'environment'],
  ] as const) {
    it(`refuses ${search} and names ${path}`, () => {
      throws(
        () => scopeOf(admin, search),
        (error: Failure) => error.name === 'BadDataError' && error.details[0]?.path === path && error.message.startsWith(path),
      );
    });
  }

  it('refuses a version that is none', () => {
    for (const version of ['', '4', 'v4.2.0', '4.2', 'latest']) throws(() => scopeOf(token(), '', version), Failure);
  });

  it('has a hash that changes with what is seen, and with nothing else', () => {
    const { queryHash } = scopeOf(token());
    match(queryHash, /^[0-9a-f]{8}$/);
    equal(scopeOf(token({ name: 'other' }), 'unknown=1').queryHash, queryHash);
    equal(scopeOf(admin, 'project=default&environment=production').queryHash, queryHash);
    for (const other of [scopeOf(token(), '', '5.0.0'), scopeOf(token({ environment: 'x' })), scopeOf(token(), 'namePrefix=x')]) {
      equal(other.queryHash === queryHash, false);
    }
  });
});
