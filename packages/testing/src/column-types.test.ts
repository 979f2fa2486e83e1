import { deepEqual, equal } from 'node:assert/strict';
import { service, surface } from '@signalbox/kit';
import { bigInteger, boolean, instant, integer, json, Projection, type RowsOf, table } from '@signalbox/table';
import { type MigratedSchema, migrateService } from './schema.ts';
import { statementsOf } from './statements.ts';

const noteTable = table('note', 'Note', {
  id: integer().key(),
  at: instant(),
  until: instant().nullable(),
  size: bigInteger(),
  content: json().nullable(),
  pinned: boolean().default(false),
});
const pinnedNote = new Projection(noteTable, ['pinned']);
class Note extends noteTable.entity.class {}
noteTable.entity.setClass(Note);

const notes = service({
  surface: surface({ name: 'notes' }),
  routes: [],
  entities: [noteTable.entity],
  migrations: [
    {
      name: '0001-notes',
      up: () => [
        `create table note (
          id integer not null primary key, at bigint not null, until bigint null, size bigint not null, content longtext null,
          pinned boolean not null default false
        )`,
      ],
    },
  ],
});

describe('column types', () => {
  let schema: MigratedSchema;
  let lastId = 0;
  before(async () => {
    schema = await migrateService(notes);
  });
  after(() => schema.close());

  const note = (content: unknown, at = new Date(0)) => ({ id: ++lastId, at, until: null, size: 0, content });
  const write = async (values: ReturnType<typeof note>) => {
    await schema.store.transaction(async (em) => void em.create(Note, values));
    return values.id;
  };
  const read = (id: number) => schema.store.reader().findOneOrFail(Note, { id });

  for (const time of ['1969-12-31T23:59:59.999Z', '2026-03-29T01:30:00.123Z', '2026-10-25T01:30:00.001Z', '9999-12-31T23:59:59.999Z']) {
    it(`preserve the instant ${time} to the millisecond`, async () => {
      const { at, until } = await read(await write(note('', new Date(time))));
      equal(at.toISOString(), time);
      equal(until, null);
    });
  }

  it('find and sort by instants', async () => {
    await schema.store.transaction(async (em) => void (await em.nativeDelete(Note, {})));
    const later = new Date('2030-01-01T00:00:00.001Z');
    const ids = [await write(note('later', later)), await write(note('first', new Date(later.getTime() - 1)))];
    const found = await schema.store.reader().find(Note, { at: { $gte: new Date('2030-01-01') } }, { orderBy: { at: 'asc' } });
    deepEqual(
      found.map(({ id }) => id),
      ids.toReversed(),
    );
    equal(await schema.store.reader().count(Note, { at: later }), 1);
  });

  for (const content of [0, '', 'text', [], {}, { nested: [{ a: null }, 1.5, '🚂 "\\\n'] }, { b: 1, a: 2 }, '{"looks":"like JSON"}']) {
    it(`return the JSON ${JSON.stringify(content)}`, async () => {
      deepEqual((await read(await write(note(content)))).content, content);
    });
  }

  it('write an absent document as null, and nothing if it stays absent', async () => {
    const id = await write(note(null));
    const statements = await statementsOf(schema.store, () =>
      schema.store.transaction(async (em) => {
        const absent = await em.findOneOrFail(Note, { id });
        equal(absent.content, null);
        absent.at = new Date(1);
      }),
    );
    deepEqual(
      statements.filter((statement) => statement.startsWith('update')).map((statement) => statement.includes('content')),
      [false],
    );
    const [row] = await schema.store.reader().execute<{ content: string | null }[]>('select content from note where id = ?', [id]);
    equal(row?.content, null);
  });

  it('read an integer beyond 32 bits as a number, and add to it', async () => {
    const id = await write({ ...note(''), size: 2 ** 40 });
    await schema.store.transaction(async (em) => {
      (await em.findOneOrFail(Note, { id })).size += 1;
    });
    equal((await read(id)).size, 2 ** 40 + 1);
  });

  for (const [stored, isPinned, isExact] of [
    [0, false, true],
    [1, true, true],
    [2, false, false],
    [-1, false, false],
  ] as const)
    it(`read the boolean ${stored} as ${isPinned}, as conditions do`, async () => {
      const id = await write(note(''));
      await schema.store.transaction(async (em) => void (await em.execute('update note set pinned = ? where id = ?', [stored, id])));
      const em = schema.store.reader();
      equal((await em.findOneOrFail(Note, { id })).pinned, isPinned);
      equal(await em.count(Note, { id, pinned: true }), isPinned ? 1 : 0);
      const tables = em.getKysely<RowsOf<typeof noteTable>>();
      const row = await tables.selectFrom('note').select(pinnedNote.selection).where('id', '=', id).executeTakeFirstOrThrow();
      deepEqual([pinnedNote.decode(row), pinnedNote.isExact(row)], [{ pinned: isPinned }, isExact]);
    });

  it('write a changed boolean, and nothing for an unchanged one', async () => {
    const id = await write(note(''));
    const updates = (pinned: boolean) =>
      schema.store.transaction(async (em) => {
        (await em.findOneOrFail(Note, { id })).pinned = pinned;
        em.getUnitOfWork().computeChangeSets();
        return em.getUnitOfWork().getChangeSets().length;
      });
    deepEqual([await updates(false), await updates(true), await updates(true), await updates(false)], [0, 1, 0, 1]);
  });

  it('preserve the order of keys, byte for byte, unlike a JSON column', async () => {
    const text = '{"z":1,"a":{"y":[],"b":"é"},"10":0}';
    const id = await write(note(JSON.parse(text)));
    const [row] = await schema.store.reader().execute<{ content: string }[]>('select content from note where id = ?', [id]);
    equal(row?.content, JSON.stringify(JSON.parse(text)));
  });

  it('return a megabyte of JSON', async () => {
    const content = Array.from({ length: 30_000 }, (_, n) => ({ n, text: `zwölf 🚂 Züge "${n}"` }));
    equal(JSON.stringify(content).length > 2 ** 20, true);
    deepEqual((await read(await write(note(content)))).content, content);
  });

  it('detect a change inside of JSON, and only then write', async () => {
    const id = await write(note({ list: [1] }));
    await schema.store.transaction(async (em) => {
      const { content } = await em.findOneOrFail(Note, { id });
      (content as { list: number[] }).list.push(2);
    });
    deepEqual((await read(id)).content, { list: [1, 2] });
    const updates = await schema.store.transaction(async (em) => {
      const unchanged = await em.findOneOrFail(Note, { id });
      unchanged.content = { list: [1, 2] };
      em.getUnitOfWork().computeChangeSets();
      return em.getUnitOfWork().getChangeSets().length;
    });
    equal(updates, 0);
  });
});
