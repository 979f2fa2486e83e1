import { deepEqual } from 'node:assert/strict';
import { Type } from 'typebox';
import { declared } from './declared.ts';

const Item = Type.Object({ name: Type.String(), note: Type.Optional(Type.String()) });

describe('declared', () => {
  it('drops properties that the schema does not declare, at every depth', () => {
    const schema = Type.Object({ first: Item, list: Type.Array(Item), none: Type.Union([Type.Null(), Item]) });
    const sent = JSON.parse('{"first":{"name":"a","__proto__":{"x":1},"constructor":2},"list":[{"name":"b","by":"me"}],"none":null,"z":1}');
    deepEqual(declared(schema, sent), { first: { name: 'a' }, list: [{ name: 'b' }], none: null });
  });

  it('keeps all keys of maps and of values of any type, but only the declared properties of their values', () => {
    const schema = Type.Object({
      texts: Type.Record(Type.String(), Item),
      any: Type.Unknown(),
      open: Type.Object({}, { additionalProperties: true }),
    });
    const sent = { texts: { x: { name: 'a', by: 'me' } }, any: { by: 'me' }, open: { by: 'me' } };
    deepEqual(declared(schema, sent), { ...sent, texts: { x: { name: 'a' } } });
  });

  it('keeps the properties of the alternatives that a value fits', () => {
    const time = Type.Object({ type: Type.Literal('time'), minutes: Type.Integer() });
    const approval = Type.Object({ type: Type.Literal('approval'), approvals: Type.Integer() });
    const schema = Type.Intersect([Type.Object({ id: Type.String() }), Type.Union([time, approval])]);
    const sent = { id: 'a', type: 'approval' as const, approvals: 1, minutes: 5, by: 'me' };
    deepEqual(declared(schema, sent), { id: 'a', type: 'approval', approvals: 1 });
  });
});
