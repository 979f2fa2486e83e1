import { deepEqual } from 'node:assert/strict';
import { Failure, type FailureName } from './failure.ts';
import { refusalBody, refusalType } from './refusal-body.ts';

const refused = (path: string, name: FailureName) => {
  const { id: _id, name: _name, message: _message, details: _details, ...extra } = refusalBody(path, new Failure(name, 'No.'), '1');
  return extra;
};

describe('refusalBody', () => {
  it('returns the body of the failure for paths without another protocol', () => {
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
    it(`returns the key ${key || 'of all features'} and ${errorCode} for ${path}`, () => {
      deepEqual(refused(path, name), { key, errorCode, errorDetails: 'No.' });
    });
  }

  it('returns the error that the OpenFeature command line shows for the flag manifest', () => {
    deepEqual(refused('/openfeature/v0/manifest', 'NoAccessError'), { error: { message: 'No.', status: 403 } });
  });

  it('preserves the code of the failure', () => {
    const failure = new Failure('NotFoundError', 'No.', { extra: { errorCode: 'FLAG_NOT_FOUND' } });
    deepEqual(refusalBody('/ofrep/v1/evaluate/flags/x', failure, '1')['errorCode'], 'FLAG_NOT_FOUND');
  });

  it('has the media type of SCIM only under its paths', () => {
    deepEqual(['/scim/Users', '/scim', '/scims', '/api/scim'].map(refusalType), [
      'application/scim+json',
      'application/scim+json',
      'application/json',
      'application/json',
    ]);
  });
});
