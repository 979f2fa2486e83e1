import { deepEqual } from 'node:assert/strict';
import { Failure, type FailureName } from './failure.ts';
import { refusalBody } from './refusal-body.ts';

const refused = (path: string, name: FailureName) => {
  const { id: _id, name: _name, message: _message, details: _details, ...extra } = refusalBody(path, new Failure(name, 'No.'), '1');
  return extra;
};

describe('the body of a refusal', () => {
  it('is that of the failure, wherever no other protocol is spoken', () => {
    const failure = new Failure('NotFoundError', 'No.', { extra: { more: 1 } });
    for (const path of ['/', '/api/admin/features', '/ofreps', '/__proto__/x'])
      deepEqual(refusalBody(path, failure, '1'), failure.body('1'));
  });

  for (const [path, name, key, errorCode] of [
    ['/ofrep/v1/evaluate/flags/a%20b', 'NotFoundError', 'a b', 'GENERAL'],
    ['/ofrep/v1/evaluate/flags/cart/', 'ValidationError', 'cart', 'INVALID_CONTEXT'],
    ['/ofrep/v1/evaluate/flags', 'BadRequestError', '', 'PARSE_ERROR'],
    ['/ofrep/v1/evaluate/flags/%', 'BadRequestError', '', 'PARSE_ERROR'],
  ] as const) {
    it(`a refusal of ${path} says the key ${key || 'of all features'} and ${errorCode}`, () => {
      deepEqual(refused(path, name), { key, errorCode, errorDetails: 'No.' });
    });
  }

  it('a refusal of the flag manifest has the error that the OpenFeature command line shows', () => {
    deepEqual(refused('/openfeature/v0/manifest', 'NoAccessError'), { error: { message: 'No.', status: 403 } });
  });

  it('keeps the code that the failure brings itself', () => {
    const failure = new Failure('NotFoundError', 'No.', { extra: { errorCode: 'FLAG_NOT_FOUND' } });
    deepEqual(refusalBody('/ofrep/v1/evaluate/flags/x', failure, '1')['errorCode'], 'FLAG_NOT_FOUND');
  });
});
