import { deepEqual, equal } from 'node:assert/strict';
import { Type } from 'typebox';
import { json, text } from './column.ts';
import { projectionOf, shapesOf } from './projection.ts';
import { tableWith } from './table.ts';

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
