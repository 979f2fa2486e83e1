import { openStore } from '@signalbox/store';
import { type Client, eventually, runStatements, settingsOf } from '@signalbox/testing';
import { few, inScene, type Scene } from '../scene.ts';
import { type Figure, none, type Trial, within } from '../trial.ts';

const followsWithinMs = 1000;
const deadLetters = '/api/admin/dead-letters/identity';

/** A message whose handler throws in identity, because its database rejects the row. The next message is valid. */
export const poison: Trial = {
  number: 14,
  title: 'a message that cannot be handled, and the messages behind it',
  run: (run) =>
    inScene(run, few, async (scene) => {
      const schema = `\`${scene.cluster.workspace.prefix}identity\``;
      const { url } = run.ground.mysql.server;
      const projects = ['poisoned', 'behind-1', 'behind-2'];
      for (const id of projects) await untilOk(() => scene.admin.post('/api/admin/projects', { id, name: id }), 201);
      const known = await openProjects(scene);
      try {
        await eventually(async () => projects.every((id) => known.has(id)) || (await known.read(), false)).catch(() => undefined);
        await runStatements(url, [
          // Not transactional: the sequence also counts rolled-back rows.
          `create table ${schema}.attempts (at timestamp) engine = Aria`,
          `create trigger ${schema}.poison before delete on ${schema}.known_project for each row begin
             if old.id = 'poisoned' then
               insert into ${schema}.attempts values (now());
               signal sqlstate '45000' set message_text = 'this row is poisoned';
             end if;
           end`,
        ]);
        const begun = performance.now();
        // Another user sends the following messages. Requests of the first user would wait for an effect that never comes.
        const other = await logIn(scene);
        await untilOk(() => scene.admin.delete('/api/admin/projects/poisoned'), 200);
        for (const id of ['behind-1', 'behind-2']) await untilOk(() => other.delete(`/api/admin/projects/${id}`), 200);
        const sentMs = performance.now() - begun;
        await eventually(async () => (await known.read(), !known.has('behind-1') && !known.has('behind-2'))).catch(() => undefined);
        const delayedMs = performance.now() - begun - sentMs;
        const stuck = projects.filter((id) => id !== 'poisoned' && known.has(id));
        const { body } = await scene.admin.get(deadLetters);
        const attempts = await known.attempts();
        await runStatements(url, [`drop trigger ${schema}.poison`]);
        const replayed = await scene.admin.post(`${deadLetters}/replay`, {});
        await known.read();
        return [
          exactly('dead letters', '1', String(body.total)),
          exactly(
            'deliveries before it became a dead letter',
            '3 or 4',
            attempts === 4 ? '3 or 4' : attempts === 3 ? '3 or 4' : String(attempts),
          ),
          none('following messages without effect', stuck),
          within('effect of the following messages', followsWithinMs, delayedMs),
          exactly(
            'the replay after the cause was fixed',
            '1 replayed, 0 left',
            `${replayed.body.replayed} replayed, ${replayed.body.left} left`,
          ),
          none(
            'projects still in identity',
            projects.filter((id) => known.has(id)),
          ),
        ];
      } finally {
        await known.close();
      }
    }),
};

const exactly = (title: string, demanded: string, seen: string): Figure => ({
  title,
  demanded,
  seen,
  holds: seen === demanded,
  isTime: false,
});

async function untilOk(send: () => Promise<{ status: number; body: unknown }>, expected: number): Promise<void> {
  await eventually(async () => {
    const { status, body } = await send();
    if (status !== expected) throw new Error(`${status} ${JSON.stringify(body)}`);
  });
}

async function logIn({ cluster: { as, password } }: Scene): Promise<Client> {
  const { headers } = await as({}).post('/auth/simple/login', { username: 'admin', password });
  return as({ cookie: String(headers['set-cookie']).split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' });
}

/** Projects in identity's database. */
async function openProjects({ cluster: { workspace } }: Scene) {
  const { databaseUrl } = settingsOf(workspace);
  const store = await openStore(databaseUrl, { service: 'identity', ...workspace }, { entities: [], migrations: [] });
  let ids = new Set<string>();
  return {
    async read() {
      const rows = await store.reader().execute<{ id: string }[]>('select id from known_project');
      ids = new Set(rows.map(({ id }) => id));
    },
    has: (id: string) => ids.has(id),
    attempts: async () => (await store.reader().execute<unknown[]>('select at from attempts')).length,
    close: () => store.close(),
  };
}
