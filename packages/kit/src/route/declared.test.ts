import { deepEqual } from 'node:assert/strict';
import { Type } from 'typebox';
import { declared } from './declared.ts';

describe('declared', () => {
  it('drops properties that the schema does not declare', () => {
    const schema = Type.Object({ name: Type.String(), note: Type.Optional(Type.String()) });
    const sent = JSON.parse('{"name":"a","createdBy":"me","__proto__":{"x":1},"constructor":2}') as { name: string };
    deepEqual(declared(schema, sent), { name: 'a' });
  });
});
