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
    services = all.map(({ name, surface, migrations, encryption }) => ({
      name,
      isPublic: surface.isPublic ?? false,
      hasData: migrations !== undefined,
      encrypts: encryption !== undefined,
    }));
  });

  it('contain every service wherever services are listed', () =>
    deepEqual(
      services.flatMap((service) => missingListings(service, read)),
      [],
    ));

  it('contain every service: report each missing line', () => {
    deepEqual(missingListings({ name: 'lost-and-found', isPublic: false, hasData: true, encrypts: true }, read), [
      'lost-and-found: Dockerfile has no stage',
      'lost-and-found: docker-compose.yml does not run it',
      'lost-and-found: docker-compose.yml does not say where it is',
      'lost-and-found: docker-compose.yml does not have the gateway wait for it',
      'lost-and-found: docker-compose.yml does not have it wait for its migrations',
      'lost-and-found: deploy/compose/prometheus.yml does not measure it',
      'lost-and-found: deploy/base/lost-and-found.yaml has no Deployment and no Service of it',
      'lost-and-found: deploy/base/lost-and-found.yaml gives it no database, or does not say signalbox/data of its pods',
      'lost-and-found: deploy/base/lost-and-found.yaml gives it no ENCRYPTION_KEY, or one that it does not need',
      'lost-and-found: deploy/base/kustomization.yaml leaves its file out',
      'lost-and-found: deploy/base/kustomization.yaml does not say where it is',
      'lost-and-found: deploy/release/kustomization.yaml gives its image no version',
      'lost-and-found: deploy/overlays/production/disruption.yaml bounds nobody who moves it',
      'lost-and-found: deploy/overlays/production/kustomization.yaml does not say how many there are',
      'lost-and-found: test/scale/cluster.ts does not say how many run there',
    ]);
  });

  it('contain every service: report a missing database', () => {
    const [listing] = missingListings({ name: 'delivery', isPublic: false, hasData: true, encrypts: false }, read).slice(-1);
    deepEqual(listing, 'delivery: deploy/base/delivery.yaml gives it no database, or does not say signalbox/data of its pods');
  });
});
