import { deepEqual, equal, match, throws } from 'node:assert/strict';
import { Failure, type TokenState } from '@signalbox/contracts';
import { type FeatureParameters, readFeatureQuery } from './feature-query.ts';

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
const queryOf = (own: TokenState, parameters: FeatureParameters = {}, clientSpec?: string) => readFeatureQuery(own, parameters, clientSpec);

describe('the query of an SDK', () => {
  it('is limited by the token, regardless of the request', () => {
    const { environment, projects } = queryOf(token({ projects: ['b', 'a'] }), { environment: 'development', project: ['secret'] });
    deepEqual({ environment, projects }, { environment: 'production', projects: ['a', 'b'] });
  });

  it('follows the request if the token allows all projects and environments', () => {
    const { environment, projects, query } = queryOf(admin, { environment: 'staging', project: ['b', 'a', 'b'], namePrefix: 'x' });
    deepEqual({ environment, projects }, { environment: 'staging', projects: ['a', 'b'] });
    deepEqual(query, { project: ['a', 'b'], namePrefix: 'x', environment: 'staging', inlineSegmentConstraints: true });
    deepEqual(queryOf(token({ projects: ['*'] }), { 'project[]': ['a'] }).projects, ['a']);
  });

  it('defaults to everything in the environment `default`', () => {
    const { environment, projects, query } = queryOf(admin);
    deepEqual({ environment, projects }, { environment: 'default', projects: '*' });
    deepEqual(query, { environment: 'default', inlineSegmentConstraints: true });
    equal(queryOf(admin, { project: ['*', 'a'] }).projects, '*');
  });

  it('matches nothing for a token without projects', () => {
    deepEqual(queryOf(token({ projects: [] }), { project: ['a'] }).projects, []);
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
    it(`lists segments ${separate ? 'separately' : 'inline'} for version ${version} of the client specification`, () => {
      equal(queryOf(token(), {}, version).inlineSegments, !separate);
    });
  }

  for (const parameters of [{ tag: ['x'] }, { tag: ['a:b', ':x'] }, { 'tag[]': ['x:'] }]) {
    it(`refuses ${JSON.stringify(parameters)} and names the tag`, () => {
      throws(
        () => queryOf(admin, parameters),
        (error: Failure) => error.name === 'BadDataError' && error.details[0]?.path === 'tag' && error.message.startsWith('tag'),
      );
    });
  }

  it('refuses an invalid version', () => {
    for (const version of ['', '4', 'v4.2.0', '4.2', 'latest']) throws(() => queryOf(token(), {}, version), Failure);
  });

  it('has a hash that depends only on the visible content', () => {
    const { queryHash } = queryOf(token());
    match(queryHash, /^[0-9a-f]{8}$/);
    equal(queryOf(token({ name: 'other' }), {}).queryHash, queryHash);
    equal(queryOf(admin, { project: ['default'], environment: 'production' }).queryHash, queryHash);
    for (const other of [queryOf(token(), {}, '5.0.0'), queryOf(token({ environment: 'x' })), queryOf(token(), { namePrefix: 'x' })]) {
      equal(other.queryHash === queryHash, false);
    }
  });
});
