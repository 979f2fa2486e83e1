import { openStore } from '@signalbox/store';
import { settingsOf, type Workspace } from '@signalbox/testing';

/** Data that access depends on: projects with their modes, environments, and maintenance mode. */
export interface Scopes {
  readonly projects: Readonly<Record<string, string>>;
  readonly environments: readonly string[];
  readonly isMaintained: boolean;
}

interface TogglesTables {
  project: { id: string; mode: string };
  environment: { name: string };
  setting: { id: string; content: string | null };
}

interface IdentityTables {
  known_project: { id: string; mode: string; deleted: number };
  known_environment: { name: string };
  known_setting: { id: string; enabled: number };
}

const maintenance = 'maintenance.mode';

async function read<Tables, Found>(
  workspace: Workspace,
  service: string,
  find: (tables: Reader<Tables>) => Promise<Found>,
): Promise<Found> {
  const { databaseUrl, databasePrefix: prefix, dataDir } = settingsOf(workspace);
  const store = await openStore(databaseUrl, { service, prefix, dataDir }, { entities: [], migrations: [] });
  try {
    return await find(readerOf<Tables>(store));
  } finally {
    await store.close();
  }
}

const readerOf = <Tables>(store: Awaited<ReturnType<typeof openStore>>) => store.reader().getKysely<Tables>({ type: 'read' });
type Reader<Tables> = ReturnType<typeof readerOf<Tables>>;

/** Returns the scopes according to toggles. */
export const ownedScopes = (workspace: Workspace): Promise<Scopes> =>
  read<TogglesTables, Scopes>(workspace, 'toggles', async (tables) => {
    const projects = await tables.selectFrom('project').select(['id', 'mode']).execute();
    const environments = await tables.selectFrom('environment').select('name').execute();
    const setting = await tables.selectFrom('setting').select('content').where('id', '=', maintenance).executeTakeFirst();
    const content = JSON.parse(setting?.content ?? '{}') as { enabled?: boolean };
    return scopesOf(projects, environments, content.enabled ?? false);
  });

/** Returns the scopes according to identity. */
export const knownScopes = (workspace: Workspace): Promise<Scopes> =>
  read<IdentityTables, Scopes>(workspace, 'identity', async (tables) => {
    const projects = await tables.selectFrom('known_project').select(['id', 'mode']).where('deleted', '=', 0).execute();
    const environments = await tables.selectFrom('known_environment').select('name').execute();
    const setting = await tables.selectFrom('known_setting').select('enabled').where('id', '=', maintenance).executeTakeFirst();
    return scopesOf(projects, environments, Boolean(setting?.enabled));
  });

const scopesOf = (projects: readonly { id: string; mode: string }[], environments: readonly { name: string }[], isMaintained: boolean) => ({
  projects: Object.fromEntries(projects.map(({ id, mode }) => [id, mode]).sort(([one = ''], [other = '']) => (one < other ? -1 : 1))),
  environments: environments.map(({ name }) => name).sort(),
  isMaintained,
});
