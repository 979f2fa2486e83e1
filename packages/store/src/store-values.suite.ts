import { deepEqual, equal } from 'node:assert/strict';
import { sql } from 'kysely';
import { failureOf, Item, item, type Setup } from './store.fixture.ts';
import { faultOf } from './store.ts';

export function describeValues(setup: Setup): void {
  describe('values', () => {
    const write = (...items: { name: string; note: string | null; at: number }[]) =>
      setup().store.transaction(async (em) => {
        for (const each of items) em.create(Item, each);
      });
    const read = (name: string) => setup().store.reader().findOne(Item, { name });

    it('distinguish names by case, accent, width and trailing blanks', async () => {
      const names = ['checkout', 'Checkout', 'CHECKOUT', 'chéckout', 'ｃheckout', 'checkout ', 'checkout\u00a0'];
      await write(...names.map((name, at) => item(name, at)));
      for (const [at, name] of names.entries()) equal((await read(name))?.at, at);
    });

    it('sort byte by byte', async () => {
      await write(...['sort.b', 'sort.B', 'sort.a', 'sort._', 'sort.é'].map((name) => item(name)));
      const sorted = await setup()
        .store.reader()
        .find(Item, { name: { $like: 'sort.%' } }, { orderBy: { name: 'asc' } });
      deepEqual(
        sorted.map(({ name }) => name),
        ['sort.B', 'sort._', 'sort.a', 'sort.b', 'sort.é'],
      );
    });

    it('include emoji, other planes, combining marks and control characters', async () => {
      const note = '🚂👩‍👩‍👧 𝒳 e\u0301 \u200b \t\r\n\u0001 "\\" \'%_';
      await write({ ...item('emoji 🚦'), note });
      equal((await read('emoji 🚦'))?.note, note);
    });

    it('include times before, at and after the epoch, to the millisecond', async () => {
      const times = ['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z', '2026-03-29T01:30:00.123Z', '9999-12-31T23:59:59.999Z'];
      await write(...times.map((time) => item(time, Date.parse(time))));
      for (const time of times) equal(new Date((await read(time))?.at ?? Number.NaN).toISOString(), time);
    });

    it('include a megabyte of JSON, byte for byte', async () => {
      const note = JSON.stringify({ list: Array.from({ length: 25_000 }, (_, n) => ({ n, text: `zwölf 🚂 Züge "${n}"` })) });
      equal(note.length > 2 ** 20, true);
      await write({ ...item('megabyte'), note });
      equal((await read('megabyte'))?.note, note);
    });

    it('distinguish null from empty', async () => {
      await write({ ...item('empty'), note: '' }, item('none'));
      deepEqual([(await read('empty'))?.note, (await read('none'))?.note], ['', null]);
    });

    it('are the same through the query builder', async () => {
      await write({ ...item('raw'), note: '{"a":1}', at: 1_767_225_600_123 });
      const row = await setup()
        .store.reader()
        .getKysely<{ item: { name: string; note: string; at: number } }>({ type: 'read' })
        .selectFrom('item')
        .selectAll()
        .where('name', '=', 'raw')
        .executeTakeFirstOrThrow();
      deepEqual({ ...row, at: Number(row.at) }, { name: 'raw', note: '{"a":1}', at: 1_767_225_600_123 });
    });

    it('are folded by lcase in all alphabets', async () => {
      await write({ ...item('folded'), note: 'Crème BRÛLÉE, ДЕСЕРТ' }, item('folded none'));
      const names = async (part: string) => {
        const rows = await setup()
          .store.reader()
          .getKysely<{ item: { name: string; note: string | null } }>({ type: 'read' })
          .selectFrom('item')
          .select('name')
          .where(sql<boolean>`instr(lcase(note), lcase(${part})) > 0`)
          .execute();
        return rows.map(({ name }) => name);
      };
      for (const part of ['CRÈME brûlée', 'десерт', 'Десерт', 'brÛl']) deepEqual(await names(part), ['folded'], part);
      for (const part of ['creme', 'десертов']) deepEqual(await names(part), [], part);
    });

    it('cause a duplicate if a name is repeated, unlike other failed inserts', async () => {
      await write(item('once'));
      equal(faultOf(await failureOf(write(item('once')))), 'duplicate');
      equal(faultOf(await failureOf(write({ ...item('timeless'), at: null as never }))), 'other');
    });
  });
}
