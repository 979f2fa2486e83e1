// Prints what an administrator of MySQL or RabbitMQ runs once, so that each service has a user of its own with no right that
// it does not need: `npm run rights -- mysql` as SQL, `npm run rights -- rabbitmq` as definitions. Passwords are fresh at each call;
// the settings that go with them are on standard error.
import { randomBytes } from 'node:crypto';
import { exchanges } from '../../packages/contracts/src/topology.ts';
import type { Service } from '../../packages/kit/src/index.ts';
import { loadServices } from '../../services/standalone/src/services.ts';

/** For whom rights are written. */
export interface RightsOptions {
  readonly services: readonly Service[];
  /** DATABASE_PREFIX or BUS_PREFIX; users are called by it and their service. */
  readonly prefix: string;
  readonly passwordOf: (service: string) => string;
}

/** What a service's own migrations and units of work need of its schema. */
const schemaRights = 'select, insert, update, delete, create, alter, drop, index, references';

/** A user for each service that has data, with rights in its own schema alone. Statements without semicolons. */
export const mysqlRights = ({ services, prefix, passwordOf }: RightsOptions): string[] =>
  services.filter(hasData).flatMap(({ name }) => {
    const user = `'${prefix}${name}'@'%'`;
    // In a grant, _ and % stand for others unless they are escaped.
    const schema = `${prefix}${name.replaceAll('-', '_')}`.replaceAll(/[_%]/g, '\\$&');
    return [`create user if not exists ${user} identified by '${passwordOf(name)}'`, `grant ${schemaRights} on \`${schema}\`.* to ${user}`];
  });

/** The rights of one user of RabbitMQ, as regular expressions. */
export interface BrokerRights {
  readonly user: string;
  readonly configure: string;
  readonly write: string;
  readonly read: string;
  /** The routing keys under which it may publish, by exchange. */
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * Every process makes all durable queues exist, so that no event is lost before its reader has run, and has temporary queues of its
 * own. A service reads no queue of another one, and publishes under its own name alone.
 */
export function brokerRights({ services, prefix }: RightsOptions): BrokerRights[] {
  const all = Object.values(exchanges);
  const queues = services.flatMap(queuesOf);
  const names = (listed: readonly string[]) => `^${escaped(prefix)}(${[...listed.map(escaped), 'broadcast\\..+'].join('|')})$`;
  return services.map((service) => ({
    user: `${prefix}${service.name}`,
    configure: names([...all, ...queues]),
    write: names([...publishedBy(service), ...queues]),
    read: names([...all, ...queuesOf(service)]),
    keys: Object.fromEntries(publishedBy(service).map((exchange) => [prefix + exchange, `^${escaped(service.name)}\\.`])),
  }));
}

/** Users and rights as RabbitMQ's own tool imports them. */
export function brokerDefinitions(options: RightsOptions, vhost: string): string {
  const rights = brokerRights(options);
  const definitions = {
    users: rights.map(({ user }, index) => ({ name: user, password: options.passwordOf(options.services[index]?.name ?? ''), tags: [] })),
    permissions: rights.map(({ user, configure, write, read }) => ({ user, vhost, configure, write, read })),
    topic_permissions: rights.flatMap(({ user, keys }) =>
      Object.entries(keys).map(([exchange, write]) => ({ user, vhost, exchange, write, read: '.*' })),
    ),
  };
  return JSON.stringify(definitions, null, 2);
}

const hasData = ({ migrations }: Service): boolean => migrations !== undefined;
const queuesOf = ({ surface }: Service): string[] => (surface.queues ?? []).map(({ queue }) => queue);
/** Who has data states events and states; whoever counts sends usage, and some tell of more. */
function publishedBy(service: Service): string[] {
  if (hasData(service)) return Object.values(exchanges);
  if (service.surface.isPublic) return [];
  return service.surface.ephemeralKeys ? [exchanges.usage, exchanges.state] : [exchanges.usage];
}
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function print(server: string | undefined, given: string | undefined): Promise<void> {
  const services = await loadServices();
  const passwords = new Map(services.map(({ name }) => [name, randomBytes(28).toString('hex')]));
  const passwordOf = (name: string) => passwords.get(name) ?? '';
  const settings = (of: readonly Service[], urlOf: (user: string) => string) =>
    of.forEach(({ name }) => process.stderr.write(`${name}: ${urlOf(`${name}:${passwordOf(name)}`)}\n`));
  if (server === 'mysql') {
    const prefix = given ?? 'signalbox_';
    process.stdout.write(
      mysqlRights({ services, prefix, passwordOf })
        .map((statement) => `${statement};\n`)
        .join(''),
    );
    settings(services.filter(hasData), (user) => `DATABASE_URL=mysql://${prefix}${user}@HOST:3306`);
  } else if (server === 'rabbitmq') {
    const prefix = given ?? '';
    process.stdout.write(`${brokerDefinitions({ services, prefix, passwordOf }, '/')}\n`);
    settings(services, (user) => `BUS_URL=amqp://${prefix}${user}@HOST:5672`);
  } else throw new Error('Say mysql or rabbitmq.');
}

if (import.meta.main) await print(process.argv[2], process.argv[3]);
