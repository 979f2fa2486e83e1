import { equal } from 'node:assert/strict';
import { withoutSecrets } from './app.ts';

describe('paths in the log', () => {
  it('lose the random part of a token', () => {
    equal(withoutSecrets(`/api/admin/api-tokens/default:development.${'0aF9'.repeat(14)}`), '/api/admin/api-tokens/default:development.…');
    equal(withoutSecrets(`/api/admin/api-tokens/*%3A*.${'ab'.repeat(28)}/x`), '/api/admin/api-tokens/*%3A*.…/x');
  });

  it('keep names and ids', () => {
    const path = '/api/admin/projects/default/features/checkout.v2/strategies/019e9988-3adc-77bc-9bfc-faea2c3d998d';
    equal(withoutSecrets(path), path);
  });
});
