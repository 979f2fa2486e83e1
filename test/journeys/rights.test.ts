import { deepEqual } from 'node:assert/strict';
import { exchanges } from '@signalbox/contracts';
import type { Service } from '@signalbox/kit';
import { loadServices, surfaces } from '@signalbox/standalone/services';
import { brokerRights, mysqlRights } from '../../deploy/servers/rights.ts';

describe('the rights of MySQL and RabbitMQ users', () => {
  let services: readonly Service[];
  before(async () => {
    services = await loadServices();
  });

  it('include a separate schema for each service with data', () => {
    const statements = mysqlRights({ services, prefix: 'signalbox_', passwordOf: () => 'x' });
    deepEqual(
      statements
        .filter((statement) => statement.startsWith('grant'))
        .map((statement) => /on `(.*)`\.\* to '(.*)'@/.exec(statement)?.slice(1)),
      ['identity', 'toggles', 'change-requests', 'audit', 'integrations'].map((name) => [
        `signalbox\\_${name.replace('-', '\\_')}`,
        `signalbox_${name}`,
      ]),
    );
  });

  it("allow no service to read another service's queue or to publish in its name", () => {
    const rights = brokerRights({ services, prefix: '', passwordOf: () => '' });
    for (const { queues = [], name } of surfaces)
      for (const { queue } of queues)
        deepEqual(
          rights.filter(({ read }) => new RegExp(read).test(queue)).map(({ user }) => user),
          [name],
        );
    const publishers = rights.filter(({ write }) => new RegExp(write).test(exchanges.events));
    deepEqual(
      publishers.map(({ user, keys }) => [user, keys[exchanges.events]]),
      ['identity', 'toggles', 'change-requests', 'audit', 'integrations'].map((name) => [name, `^${name}\\.`]),
    );
  });
});
