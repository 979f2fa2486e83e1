import { deepEqual } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadServices } from '@signalbox/standalone/services';
import { root } from '../../tools/testing/root.ts';
import { type DeployedService, missingListings, type ReadFile } from './listings.ts';

const read: ReadFile = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined);

describe('the deployment files', () => {
  let services: DeployedService[];
  before(async () => {
    const all = await loadServices();
    services = all.map(({ name, surface, migrations, encrypted }) => ({
      name,
      isPublic: surface.isPublic ?? false,
      hasData: migrations !== undefined,
      encrypts: encrypted !== undefined,
    }));
  });

  it('contain every service wherever services are listed', () =>
    deepEqual(
      services.flatMap((service) => missingListings(service, read)),
      [],
    ));

  it('contain every service: report each missing line', () => {
    deepEqual(missingListings({ name: 'lost-and-found', isPublic: false, hasData: true, encrypts: true }, read), [
      'lost-and-found: docker-compose.yml does not run the service',
      'lost-and-found: docker-compose.yml has no URL of the service',
      'lost-and-found: docker-compose.yml does not make the gateway wait for the service',
      'lost-and-found: docker-compose.yml does not make the service wait for its migrations',
      'lost-and-found: deploy/compose/prometheus.yml does not scrape the service',
      'lost-and-found: deploy/base/lost-and-found.yaml has no Deployment or Service of the service',
      'lost-and-found: deploy/base/lost-and-found.yaml lacks its database or the label signalbox/data, or has one too many',
      'lost-and-found: deploy/base/lost-and-found.yaml lacks ENCRYPTION_KEY, or has an unnecessary one',
      'lost-and-found: deploy/base/kustomization.yaml does not include its file',
      'lost-and-found: deploy/base/kustomization.yaml has no URL of the service',
      'lost-and-found: deploy/overlays/production/disruption.yaml has no disruption budget for the service',
      'lost-and-found: deploy/overlays/production/kustomization.yaml has no number of replicas',
      'lost-and-found: test/scale/cluster.ts has no number of processes',
    ]);
  });

  it('contain every service: report a missing database', () => {
    const [listing] = missingListings({ name: 'delivery', isPublic: false, hasData: true, encrypts: false }, read).slice(-1);
    deepEqual(listing, 'delivery: deploy/base/delivery.yaml lacks its database or the label signalbox/data, or has one too many');
  });
});
