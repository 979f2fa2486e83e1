import { deepEqual, throws } from 'node:assert/strict';
import { type Failure, validator } from '@signalbox/contracts';
import { Type } from 'typebox';
import { applyPatch } from './apply-patch.ts';
import type { JsonPatch } from './json-patch.schema.ts';

const isDocument = validator(Type.Object({ title: Type.String(), list: Type.Array(Type.Integer()) }));
const document = { title: 'one', list: [1, 2] };
const refuses = (patch: JsonPatch, name: string, path: string) =>
  throws(
    () => applyPatch(document, patch, isDocument),
    (failure: Failure) => failure.name === name && failure.details[0]?.path === path,
  );

describe('apply patch', () => {
  it('applies operations in order without changing the document', () => {
    const patch: JsonPatch = [
      { op: 'replace', path: '/title', value: 'two' },
      { op: 'add', path: '/list/-', value: 3 },
      { op: 'remove', path: '/list/0' },
      { op: 'copy', from: '/list/0', path: '/list/-' },
      { op: 'move', from: '/list/0', path: '/list/1' },
    ];
    deepEqual(applyPatch(document, patch, isDocument), { title: 'two', list: [3, 2, 2] });
    deepEqual(document, { title: 'one', list: [1, 2] });
  });

  it('names the operation that fails', () => {
    refuses(
      [
        { op: 'replace', path: '/title', value: 'a' },
        { op: 'remove', path: '/nothing/here' },
      ],
      'BadDataError',
      '1',
    );
    refuses([{ op: 'add', path: '/title' }], 'BadDataError', '0');
    refuses([{ op: 'copy', path: '/title' }], 'BadDataError', '0');
    for (const op of ['copy', 'move'] as const) refuses([{ op, from: 'nothing', path: '' }], 'BadDataError', '0');
  });

  it('names the property that is invalid afterwards', () => {
    refuses([{ op: 'replace', path: '/list/1', value: 'two' }], 'ValidationError', 'list/1');
    refuses([{ op: 'replace', path: '', value: 7 }], 'ValidationError', '');
  });

  it('names missing and unknown properties', () => {
    const isClosed = validator(Type.Array(Type.Object({ name: Type.String() }, { additionalProperties: false })));
    const add = (value: object): JsonPatch => [{ op: 'add', path: '/-', value }];
    throws(
      () => applyPatch([], add({ more: 1 }), isClosed),
      ({ details }: Failure) => {
        deepEqual(
          details.map(({ path, message }) => [path, message]),
          [
            ['0/name', '0/name is required'],
            ['0', '0 has the unknown property more'],
          ],
        );
        return true;
      },
    );
  });

  it('rejects pointers to prototypes', () => refuses([{ op: 'add', path: '/__proto__/polluted', value: 1 }], 'BadDataError', '0'));

  it('rejects copies that double the document again and again', () => {
    const doubling: JsonPatch = Array.from({ length: 60 }, (_, index) => ({ op: 'copy', from: '', path: `/n${index}` }));
    throws(() => applyPatch(document, doubling, isDocument), /too large/);
  });
});
