import { deepEqual, equal, match, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { type Operation, operations } from './document.ts';
import { fuzz } from './fuzz.ts';
import { openFuzzedApp } from './fuzzed-app.ts';
import { type Answered, faultOf } from './judge.ts';
import { requestsOf } from './requests.ts';

// The short version of `npm run suite -- fuzz-api`.

const seed = 1;

function operation(id: string): Operation {
  const found = operations.find((one) => one.id === id);
  ok(found, id);
  return found;
}

const json = (status: number, body: unknown): Answered => ({ status, type: 'application/json; charset=utf-8', text: JSON.stringify(body) });
const refusal = { id: 'x', name: 'ValidationError', message: 'a', details: [{ message: 'a', path: 'name' }] };

describe('the API under valid and invalid requests', () => {
  it('returns only declared responses, and keeps serving other requests', async () => {
    const { target, close } = await openFuzzedApp();
    const { findings, requests, succeeded, waitedMs } = await fuzz(target, { seed, requests: 500 });
    await close();
    deepEqual(findings, []);
    ok(requests >= 500 && succeeded.size > 40, `${succeeded.size} operations succeeded`);
    ok(waitedMs < 10_000, `${waitedMs} ms`);
  });

  it('receives the same requests for the same seed', () => {
    const requested = () => fc.sample(requestsOf(operation('createFeature')), { seed, numRuns: 50 });
    deepEqual(requested(), requested());
  });
});

describe('the check of responses', () => {
  const fault = (answered: Answered) => faultOf(operation('createFeature'), answered, false);

  it('accepts declared responses', () => {
    equal(fault(json(400, refusal)), null);
    equal(fault(json(503, { ...refusal, name: 'UnavailableError' })), null);
    equal(fault({ status: 401, type: '', text: '' }), null);
  });

  for (const [title, answered, expected] of [
    ['a server error', json(500, refusal), /status 500/],
    ['an undeclared status', json(200, {}), /200 is not declared/],
    ['a response without a required property', json(201, { name: 'x' }), /does not match its schema/],
    ['a response of another type', { status: 201, type: 'text/html', text: 'x' }, /text\/html is not declared/],
    ['a failure that does not match its schema', json(400, { message: 'no' }), /the failure does not match its schema/],
    ['an undeclared failure', json(400, { ...refusal, name: 'RoleInUseError' }), /RoleInUseError is not declared/],
    ['a failure that is not JSON', { status: 404, type: 'text/html', text: '<p>' }, /a failure with content type text\/html/],
    ['a validation failure without the name of the property', json(400, { ...refusal, details: [{ message: 'a' }] }), /names no property/],
  ] as const) {
    it(`reports ${title}`, () => match(fault(answered) ?? '', expected));
  }
});
