// Prints what an administrator of MySQL or RabbitMQ runs once, so that each service has a user with the least rights:
// `npm run rights -- mysql` prints SQL, `npm run rights -- rabbitmq` prints definitions. Each call generates new passwords and
// prints the matching settings to standard error.
import { randomBytes } from 'node:crypto';
import { exchanges } from '../../packages/contracts/src/topology.ts';
import type { Service } from '../../packages/kit/src/index.ts';
import { loadServices } from '../../services/standalone/src/base/services.ts';

/** The services that get users, and how to name them. */
export interface RightsOptions {
  readonly services: readonly Service[];
  /** DATABASE_PREFIX or BUS_PREFIX; user names consist of it and the service. */
  readonly prefix: string;
  readonly passwordOf: (service: string) => string;
}

/** Rights that migrations and units of work require. */
const schemaRights = 'select, insert, update, delete, create, alter, drop, index, references';

/** Creates a user for each service with data, limited to its own schema. Returns statements without semicolons. */
export const mysqlRights = ({ services, prefix, passwordOf }: RightsOptions): string[] =>
  services.filter(hasData).flatMap(({ name }) => {
    const user = `'${prefix}${name}'@'%'`;
    // In a grant, _ and % are wildcards unless escaped.
    const schema = `${prefix}${name.replaceAll('-', '_')}`.replaceAll(/[_%]/g, '\\$&');
    return [`create user if not exists ${user} identified by '${passwordOf(name)}'`, `grant ${schemaRights} on \`${schema}\`.* to ${user}`];
  });

/** The rights of one user of RabbitMQ, as regular expressions. */
export interface BrokerRights {
  readonly user: string;
  readonly configure: string;
  readonly write: string;
  readonly read: string;
  /** Allowed routing keys of published messages, by exchange. */
  readonly keys: Readonly<Record<string, string>>;
}

/**
 * Rights on the broker. Every process declares all durable queues, so that a service that has never run misses no events,
 * and its own temporary queues. A service reads only its own queues, and publishes only under its own name.
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

/** Users and rights as definitions that RabbitMQ imports. */
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
/** Services with data publish events and state. Other internal services send usage counts, and some send state. */
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
  } else throw new Error('Pass mysql or rabbitmq.');
}

if (import.meta.main) await print(process.argv[2], process.argv[3]);
