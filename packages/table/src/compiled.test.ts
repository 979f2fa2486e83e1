import { rejects } from 'node:assert/strict';
import type { EntityManager } from '@mikro-orm/sql';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { compiled } from './compiled.ts';

interface Tables {
  feature: { name: string };
}

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
const platform = {};
const em = { getKysely: () => db, getPlatform: () => platform } as unknown as EntityManager;

describe('compiled', () => {
  for (const [title, look] of Object.entries({
    concatenates: (name: string) => `${name}%`,
    compares: (name: string) => (name > 'a' ? 'b' : 'c'),
    serializes: (name: string) => JSON.stringify({ name }),
  }))
    it(`rejects a builder that ${title} an operand`, async () => {
      const find = compiled((tables: Kysely<Tables>, name: string) =>
        tables.selectFrom('feature').selectAll().where('name', '=', look(name)),
      );
      await rejects(find(em, 'cart'), /has no value yet/);
    });
});
