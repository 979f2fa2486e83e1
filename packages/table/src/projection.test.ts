import { deepEqual, equal } from 'node:assert/strict';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { Type } from 'typebox';
import { boolean, instant, json, text } from './column.ts';
import { Projection, projectionOf, shapesOf } from './projection.ts';
import { type RowsOf, table, tableWith } from './table.ts';

const parcel = tableWith<{ readonly written: boolean }>()('parcel', 'Parcel', {
  name: text(10).marked({ written: true }),
  note: text(20).nullable().marked({ written: true }),
  content: json<boolean | string>(Type.Unsafe({ type: ['boolean', 'string'] }))
    .optional()
    .marked({ written: true }),
  weight: text(5).marked({ written: false }),
});
const written = projectionOf(parcel, 'written');

describe('a projection', () => {
  it('contains the columns with its mark, and no others', () => {
    deepEqual(written.names, ['name', 'note', 'content']);
  });

  it('omits an empty optional column in responses, and includes an empty nullable one as null', () => {
    deepEqual(written.toResponse({ name: 'a' }), { name: 'a', note: null });
    deepEqual(written.toResponse({ name: 'a', content: false }), { name: 'a', note: null, content: false });
  });

  it('fills in null when it picks from an entity or response that omits a property', () => {
    deepEqual(written.pick({ name: 'a' }), { name: 'a', note: null, content: null });
  });

  it('preserves a JSON value that is false or a text of digits', () => {
    for (const content of [false, '12', 'true']) {
      const row = written.encode({ name: 'a', note: null, content });
      equal(typeof row.content, 'string');
      deepEqual(written.decode(row), { name: 'a', note: null, content });
    }
  });

  it('allows null for an optional column in requests, where it may be omitted', () => {
    const { content, note } = shapesOf(parcel, written);
    deepEqual((content as { type?: unknown }).type, ['boolean', 'string', 'null']);
    deepEqual([Type.IsOptional(content), Type.IsOptional(note)], [true, false]);
  });
});

const box = table('box', 'Box', { code: text(10), isOpen: boolean(), sentAt: instant().nullable(), labels: json<string[]>() });

describe('a projection that reads', () => {
  const content = new Projection(box, ['isOpen', 'sentAt', 'labels']);

  it('selects its columns and decodes them, and returns other columns of the query as stored', async () => {
    const { db, statements } = storing({ code: 'a', isOpen: 1, sentAt: 5, labels: '["x"]' });
    const rows = await content.read(db.selectFrom('box').innerJoin('parcel', 'parcel.name', 'box.code').select('parcel.name as code'));
    deepEqual(rows, [{ code: 'a', isOpen: true, sentAt: new Date(5), labels: ['x'] }]);
    deepEqual(statements, [
      'select "parcel"."name" as "code", "box"."is_open" as "isOpen", "box"."sent_at" as "sentAt", "box"."labels" as "labels" ' +
        'from "box" inner join "parcel" on "parcel"."name" = "box"."code"',
    ]);
  });

  it('does not compile for a table that is absent, has an alias or is joined from the left', () => {
    const { db } = storing({});
    const queries = [
      // @ts-expect-error -- absent
      () => content.read(db.selectFrom('parcel')),
      // @ts-expect-error -- an alias
      () => content.read(db.selectFrom('box as other')),
      // @ts-expect-error -- its columns may be null
      () => content.read(db.selectFrom('parcel').leftJoin('box', 'box.code', 'parcel.name')),
    ];
    equal(queries.length, 3);
  });
});

/** A database that returns the row for each query. */
function storing(row: object) {
  const statements: string[] = [];
  class Driver extends DummyDriver {
    override async acquireConnection() {
      const connection = await super.acquireConnection();
      connection.executeQuery = async ({ sql }) => (statements.push(sql), { rows: [row as never] });
      return connection;
    }
  }
  const db = new Kysely<RowsOf<typeof box | typeof parcel>>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (other) => new SqliteIntrospector(other),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return { db, statements };
}
