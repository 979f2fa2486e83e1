import { equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import type { Product } from '../product.ts';
import { shareProduct } from './shared-product.ts';

describe('a new token', () => {
  const running = shareProduct();
  let product: Product;
  before(() => {
    product = running();
  });

  const create = async (type: string, index: number): Promise<string> => {
    const token = { tokenName: `${type}-${index}`, type, environment: 'development', projects: ['default'] };
    const { status, body } = await product.admin.post('/api/admin/api-tokens', token);
    equal(status, 201, JSON.stringify(body));
    return body.secret;
  };

  it('works from the moment of the response that creates it, on every SDK path', async () => {
    const registration = { appName: 'shop', strategies: [], started: new Date().toISOString(), interval: 1000 };
    for (let index = 0; index < 10; index += 1) {
      const client = product.as({ authorization: await create('client', index) });
      const answers = await Promise.all([client.get('/api/client/features'), client.post('/api/client/register', registration)]);
      equal(answers.map(({ status }) => status).join(), '200,202');
      const requested = { tokens: [await create('client', 100 + index)] };
      // These requests have no credentials to wait for, so a response may lag briefly.
      await eventually(async () => equal((await product.as({}).post('/edge/validate', requested)).body.tokens.length, 1));
      const frontend = product.as({ authorization: await create('frontend', index) });
      equal((await frontend.get('/api/frontend')).status, 200);
      equal((await product.as({ 'x-api-key': await create('frontend', 100 + index) }).post('/ofrep/v1/evaluate/flags', {})).status, 200);
    }
  });
});
