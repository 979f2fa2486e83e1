import { deepEqual } from 'node:assert/strict';
import { service, surface } from '@signalbox/kit';
import { compiled, mergeRows, readTogether, rowOf } from '@signalbox/table';
import type { Kysely } from 'kysely';
import { type MigratedSchema, migrateService } from './schema.ts';

interface Tables {
  note: { id: number; text: string; count: number; more: string | null };
}

const notes = service({
  surface: surface({ name: 'notes' }),
  routes: [],
  entities: [],
  migrations: [
    {
      name: '0001-notes',
      up: ({ exact }) => [
        `create table note (id integer not null primary key, text varchar(100) not null, count integer not null, more varchar(100) null) ${exact}`,
      ],
    },
  ],
});

const insertNotes = compiled((db: Kysely<Tables>, rows: readonly Tables['note'][]) => db.insertInto('note').values(rows));
const textsOf = compiled((db: Kysely<Tables>, ids: readonly number[], least: number) =>
  db.selectFrom('note').select('text').where('id', 'in', ids).where('count', '>=', least).orderBy('id'),
);
const readParts = readTogether((db: Kysely<Tables>, ids: readonly number[]) => ({
  texts: db
    .selectFrom('note')
    .where('id', 'in', ids)
    .select((note) => rowOf({ id: note.ref('id'), text: note.ref('text') }).as('row')),
  none: db
    .selectFrom('note')
    .where('id', '=', -1)
    .select((note) => rowOf({ id: note.ref('id') }).as('row')),
}));

describe('statements that are built once', () => {
  let schema: MigratedSchema;
  before(async () => {
    schema = await migrateService(notes);
  });
  after(() => schema.close());
  const write = (work: Parameters<typeof schema.store.transaction>[0]) => schema.store.transaction(work);
  const noteOf = (id: number) => ({ id, text: `it's "${id}" \\ ?`, count: id, more: null });

  it('write rows and read them by lists of any length, with new values each time', async () => {
    for (const ids of [[1], [2, 3], [4], Array.from({ length: 100 }, (_, index) => index + 5)])
      await write((em) => insertNotes(em, ids.map(noteOf)));
    const em = schema.store.reader();
    const read = async (ids: readonly number[], least: number) => (await textsOf(em, ids, least)).rows.map(({ text }) => text);
    const texts = (...ids: number[]) => ids.map((id) => noteOf(id).text);
    deepEqual(await read([1, 2, 3], 0), texts(1, 2, 3));
    deepEqual(await read([4, 3, 2], 3), texts(3, 4));
    deepEqual(await read([104], 0), texts(104));
    deepEqual(
      (
        await read(
          Array.from({ length: 90 }, (_, index) => index + 1),
          0,
        )
      ).length,
      90,
    );
  });

  it('read their own writes in a transaction, several at once', async () => {
    await write(async (em) => {
      await insertNotes(em, [noteOf(200)]);
      deepEqual(await readParts(em, [200, 201]), { texts: [{ id: 200, text: noteOf(200).text }], none: [] });
      await insertNotes(em, [noteOf(201)]);
      const { texts } = await readParts(em, [201, 200]);
      deepEqual(new Set(texts.map(({ id }) => id)), new Set([200, 201]));
    });
  });

  it('write the columns of the rows of each call', async () => {
    const rule = { key: ['id'], merge: { count: 'max' } } as const;
    await write((em) => mergeRows(em, 'note', rule, [{ id: 250, text: 'first', count: 1 }]));
    await write((em) => mergeRows(em, 'note', rule, [{ count: 2, id: 251, text: 'second', more: 'of it' }]));
    const rows = await schema.store
      .reader()
      .getKysely<Tables>({ type: 'read' })
      .selectFrom('note')
      .selectAll()
      .where('id', 'in', [250, 251])
      .orderBy('id')
      .execute();
    deepEqual(
      rows.map(({ text, more, count }) => [text, more, count]),
      [
        ['first', null, 1],
        ['second', 'of it', 2],
      ],
    );
  });

  it('merge rows with existing ones, by the rule of each call', async () => {
    const row = { id: 300, text: 'one', count: 5 };
    const add = { key: ['id'], merge: { count: 'add' } } as const;
    await write((em) => mergeRows(em, 'note', add, [row]));
    await write((em) => mergeRows(em, 'note', add, [row, { ...row, id: 301 }]));
    await write((em) => mergeRows(em, 'note', { key: ['id'], merge: { count: 'max', text: 'replace' } }, [{ ...row, text: 'two' }]));
    const rows = await schema.store
      .reader()
      .getKysely<Tables>({ type: 'read' })
      .selectFrom('note')
      .selectAll()
      .where('id', '>=', 300)
      .execute();
    deepEqual(
      rows.map(({ id, text, count }) => ({ id, text, count })),
      [
        { id: 300, text: 'two', count: 10 },
        { id: 301, text: 'one', count: 5 },
      ],
    );
  });
});
