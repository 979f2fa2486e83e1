import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { service } from '@signalbox/kit';
import { testEnvironment } from './environment.ts';
import type { RecordedStatement } from './recorded-statements.ts';
import { replayStatements } from './replay-statements.ts';
import { dropSchemas } from './clean-up.ts';

const sample = service({
  surface: { name: 'sample', title: 'Sample', paths: [] } as never,
  routes: [],
  entities: [],
  migrations: [{ name: '0001-thing', up: ({ exact }) => [`create table thing (id bigint primary key, name varchar(5) not null)${exact}`] }],
});

const { mysqlUrl } = testEnvironment;
if (mysqlUrl !== undefined) describeReplay(mysqlUrl);

function describeReplay(url: string): void {
  describe('replayStatements', () => {
    const prefix = `${testEnvironment.prefix}rp-`;
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'replay-'));
    });
    after(async () => {
      await rm(folder, { recursive: true, force: true });
      await dropSchemas(url, prefix);
    });

    const replay = async (...statements: Partial<RecordedStatement>[]) => {
      const lines = statements.map((statement) => JSON.stringify({ service: 'sample', parameters: [], types: {}, ...statement }));
      await writeFile(join(folder, 'recorded-statements'), lines.join('\n'));
      return replayStatements([sample], { url, prefix, folder });
    };

    it('accepts statements for both dialects, and leaves no row behind', async () => {
      const insert = { sql: 'insert into thing (id, name) values (?, ?)', parameters: [1, 'one'] };
      const read = { sql: 'select sum(id) as total, name from thing group by name', types: { total: 'number', name: 'string' } as const };
      deepEqual(await replay(insert, { ...insert, sql: `${insert.sql} -- again` }, read), { executed: 3, problems: [] });
    });

    it('reports a rejected statement, a value that does not fit and a column of another type', async () => {
      const { problems } = await replay(
        { sql: 'select ifnull(id, 0) || group_concat(distinct id, 1) glob ? from thing', parameters: ['a*'] },
        { sql: 'insert into thing (id, name) values (?, ?)', parameters: [2, 'longer than five'] },
        { sql: 'select concat(id) as id from thing', types: { id: 'number' } },
      );
      equal(problems.length, 3);
      match(problems[0] ?? '', /^sample: You have an error in your SQL syntax/);
      match(problems[1] ?? '', /^sample: Data too long for column 'name'/);
      match(problems[2] ?? '', /^sample: id is a number on SQLite and a string on MySQL/);
    });
  });
}
