import { join } from 'node:path';
import { type Probe, probeMysql, probeRabbit, probeRedis } from './probe.ts';
import { type PrivateServer, type Recipe, startPrivate } from './private-server.ts';
import { mysqlRecipe, rabbitRecipe, redisRecipe } from './recipes.ts';

/** A usable server, or the reason why there is none. `close` stops it if it was started here, and is harmless otherwise. */
export interface Found {
  readonly url?: string;
  readonly reason?: string;
}

/** Servers of the distributed way. */
export interface Servers {
  readonly mysql: Found;
  readonly rabbit: Found;
  readonly redis: Found;
  /** Stops every server that was started here. */
  close(): Promise<void>;
}

/** Options of `findServers`. */
export interface FindServers {
  /** Servers to find (default all). The others return a reason. */
  readonly required?: readonly ('mysql' | 'rabbit' | 'redis')[];
  /** Folder for the data of servers started here. Absent: the data is temporary. */
  readonly folder?: string;
  /** Called with one sentence when a server is started or installed. */
  readonly report?: (sentence: string) => void;
}

interface Kind {
  readonly name: 'mysql' | 'rabbit' | 'redis';
  readonly title: string;
  readonly port: number;
  readonly url: string;
  readonly probe: Probe;
  readonly recipe: () => Recipe | undefined;
}

const kinds: readonly Kind[] = [
  {
    name: 'mysql',
    title: 'MySQL or MariaDB',
    port: 3306,
    url: 'mysql://root@127.0.0.1:3306',
    probe: probeMysql,
    recipe: mysqlRecipe,
  },
  {
    name: 'rabbit',
    title: 'RabbitMQ',
    port: 5672,
    url: 'amqp://guest:guest@127.0.0.1:5672',
    probe: probeRabbit,
    recipe: rabbitRecipe,
  },
  {
    name: 'redis',
    title: 'Redis',
    port: 6379,
    url: 'redis://127.0.0.1:6379',
    probe: probeRedis,
    recipe: redisRecipe,
  },
];

type Attempt = Found & { readonly server?: PrivateServer };

/**
 * Finds each server: one that listens on its default port, else a private one from installed programs. Never throws for a
 * missing server, but returns the reason.
 */
export async function findServers({ required, folder, report = () => undefined }: FindServers = {}): Promise<Servers> {
  const isRequired = ({ name }: Kind) => required === undefined || required.includes(name);
  const attempts: readonly Attempt[] = await Promise.all(
    kinds.map(async (kind) => (isRequired(kind) ? attempt(kind, folder, report) : { reason: 'not requested' })),
  );
  const [mysql, rabbit, redis] = attempts.map(({ server: _, ...found }) => found) as [Found, Found, Found];
  const close = async () => {
    await Promise.all(attempts.map(async ({ server }) => server?.close()));
  };
  return { mysql, rabbit, redis, close };
}

async function attempt(kind: Kind, folder: string | undefined, report: (sentence: string) => void): Promise<Attempt> {
  const problem = await kind.probe(kind.port).then(
    () => undefined,
    (failure: Error) => failure.message || String((failure as NodeJS.ErrnoException).code),
  );
  if (problem === undefined) return { url: kind.url };
  const recipe = kind.recipe();
  if (recipe === undefined) return { reason: `no ${kind.title} answers on port ${kind.port} (${problem}) and none is installed` };
  report(`Starting a private ${kind.title}`);
  try {
    const server = await startPrivate(recipe, { folder: folder && join(folder, kind.name) });
    return { url: server.url, server };
  } catch (failure) {
    return { reason: `no ${kind.title} answers on port ${kind.port} (${problem}) and ${(failure as Error).message}` };
  }
}
