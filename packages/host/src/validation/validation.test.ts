import { yieldToOthers } from '@signalbox/timing';
import { deepEqual, rejects } from 'node:assert/strict';
import { Type } from 'typebox';
import { bodyCheck } from './validation.ts';

describe('bodyCheck', () => {
  const check = bodyCheck(Type.Object({ name: Type.Optional(Type.Unknown()) }));

  it('rejects the character NUL anywhere, with its path', async () => {
    await rejects(check({ name: ['fine', 'a\0b'] }), { name: 'ValidationError', message: /^name\/1 / });
    await rejects(check({ ['na\0me']: 1 }), { name: 'ValidationError' });
  });

  it('rejects a lone surrogate anywhere, since it would be stored as another character, and accepts pairs', async () => {
    await rejects(check({ name: ['fine', 'a\ud800'] }), { message: /^name\/1 contains a lone surrogate/ });
    await rejects(check({ ['na\udc00me']: 1 }), { name: 'ValidationError' });
    await check({ name: 'a\u{1f600}' });
  });

  it('rejects deeper nesting than any route declares, without a stack overflow', async () => {
    const deep = JSON.parse(`${'['.repeat(40_000)}${']'.repeat(40_000)}`) as unknown;
    await rejects(check({ name: deep }), { name: 'ValidationError', message: /^name is nested/ });
  });

  it('never repeats a rejected password', async () => {
    const login = bodyCheck(Type.Object({ password: Type.String({ minLength: 20 }) }));
    await rejects(
      login({ password: 'hunter2' }),
      (error: Error) => error.message.startsWith('password ') && !error.message.includes('hunter2'),
    );
  });

  it('accepts ordinary content', () => check({ name: { deep: [[['ok \\u0000']]] } }));

  describe('of long lists', () => {
    const Item = Type.Object({ name: Type.String(), on: Type.Optional(Type.Boolean({ default: false })) });
    const lists = bodyCheck(Type.Object({ data: Type.Object({ items: Type.Array(Item), others: Type.Array(Item, { default: [] }) }) }));
    const items = (count: number): { name: unknown }[] => Array.from({ length: count }, (_, index) => ({ name: `item ${index}` }));

    it('coerces, fills in defaults and yields to other work', async () => {
      const body = { data: { items: [...items(250), { name: 'last', on: 'true' }] } };
      let turns = 0;
      const counting = (async () => {
        for (let left = 2; left > 0; left -= 1) {
          await yieldToOthers();
          turns += 1;
        }
      })();
      await lists(body);
      deepEqual([turns, body.data.items[0], body.data.items[250]], [2, { name: 'item 0', on: false }, { name: 'last', on: true }]);
      deepEqual((body.data as { others?: unknown }).others, []);
      await counting;
    });

    it('returns only what the schema declares, of each item and around the lists', async () => {
      const sent = { own: 1, data: { own: 2, items: [...items(150), { name: 'last', own: 3, on: false }] } };
      deepEqual(await lists(sent), {
        data: { items: [...items(150).map((item) => ({ ...item, on: false })), { name: 'last', on: false }], others: [] },
      });
    });

    it('returns of each item what any alternative declares', async () => {
      const Tagged = Type.Object({ items: Type.Array(Type.Object({ name: Type.String(), tag: Type.Optional(Type.String()) })) });
      const either = bodyCheck(Type.Intersect([Type.Object({ items: Type.Array(Item) }), Tagged]));
      deepEqual(await either({ items: [{ name: 'a', tag: 'b', on: true, own: 1 }] }), { items: [{ name: 'a', tag: 'b', on: true }] });
    });

    it('names the path of any invalid item', async () => {
      const at = (index: number, item: { name: unknown }) => lists({ data: { items: items(250).with(index, item) } });
      await rejects(at(0, { name: {} }), { message: /^data\/items\/0\/name / });
      await rejects(at(249, { name: {} }), { message: /^data\/items\/249\/name / });
      await rejects(at(120, {} as { name: unknown }), { message: 'data/items/120/name is required' });
      await rejects(at(201, { name: 'a\0b' }), { message: /^data\/items\/201\/name contains the character NUL/ });
      await rejects(at(3, 'text' as never), { message: /^data\/items\/3 must be an object/ });
    });

    it('validates a body that is itself a list', async () => {
      await rejects(bodyCheck(Type.Array(Item))([...items(120), {}]), { message: '120/name is required' });
      await rejects(bodyCheck(Type.Array(Item))({}), { message: /^the body must be a list/ });
    });

    it('reports problems of several lists together', async () => {
      await rejects(
        lists({ data: { items: [{}], others: [{ name: 'fine' }, {}] } }),
        ({ details }: Error & { details: { path: string }[] }) => {
          deepEqual(
            details.map(({ path }) => path),
            ['data/items/0/name', 'data/others/1/name'],
          );
          return true;
        },
      );
    });
  });
});
