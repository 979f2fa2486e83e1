import { deepEqual, equal } from 'node:assert/strict';
import { type KnownToken, knownTokenOf, maskedSecret, reduceTokens, trustedToken } from './known-token.ts';

const tokenOf = (projects: readonly string[], environment = 'development', type = 'client'): KnownToken => {
  const token = knownTokenOf({ token: `${projects.join()}:${environment}.${type}`, type, projects, environment });
  if (!token) throw new Error(`unknown type ${type}`);
  return token;
};

describe('the reduced tokens', () => {
  it('cover all others, and contain one token for each scope', () => {
    const [all, shop, both, again, production] = [
      tokenOf(['*']),
      tokenOf(['shop']),
      tokenOf(['shop', 'mail'], 'production'),
      tokenOf(['mail', 'shop'], 'production'),
      tokenOf(['shop'], 'production'),
    ] as const;
    deepEqual(reduceTokens([shop, both, all, again, production]), [both, all]);
  });

  it('are client tokens of one environment', () => {
    deepEqual(reduceTokens([tokenOf(['*'], 'development', 'frontend'), tokenOf(['*'], '*', 'admin')]), []);
  });
});

describe('a token', () => {
  it('has the scope that the upstream reports, or that of its text', () => {
    const { state } = knownTokenOf({ token: 'shop:production.abc', type: 'BACKEND' }) ?? {};
    deepEqual([state?.type, state?.projects, state?.environment], ['client', ['shop'], 'production']);
    equal(knownTokenOf({ token: 'shop:production.abc', type: 'future' }), null);
  });

  it('may be trusted with its environment only', () => {
    const { projects, environment, type } = trustedToken('secret-123@production', 'frontend').state;
    deepEqual([projects, environment, type], [['*'], 'production', 'frontend']);
  });

  it('is shown without its secret', () => {
    deepEqual(['shop:production.abcdef', 'shop:a.v2_abc_def', 'secret-123@production'].map(maskedSecret), [
      'shop:production.…',
      'shop:a.…',
      'secr…',
    ]);
  });
});
