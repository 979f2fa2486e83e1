import { auditSurface } from '@signalbox/audit/surface';
import { changeRequestsSurface } from '@signalbox/change-requests/surface';
import { deliverySurface } from '@signalbox/delivery/surface';
import { gatewaySurface } from '@signalbox/gateway/surface';
import { identitySurface } from '@signalbox/identity/surface';
import { integrationsSurface } from '@signalbox/integrations/surface';
import type { Service, Surface } from '@signalbox/kit';
import { playgroundSurface } from '@signalbox/playground/surface';
import { togglesSurface } from '@signalbox/toggles/surface';

/** A service of the product: what every process knows of it, and how the process that runs it gets the rest. */
export interface ServiceEntry {
  readonly surface: Surface;
  readonly load: () => Promise<Service>;
}

/** Every service, the public one first: where all run in one process, it is the one that listens. */
export const services: readonly ServiceEntry[] = [
  { surface: gatewaySurface, load: async () => (await import('@signalbox/gateway')).gateway },
  { surface: identitySurface, load: async () => (await import('@signalbox/identity')).identity },
  { surface: togglesSurface, load: async () => (await import('@signalbox/toggles')).toggles },
  { surface: changeRequestsSurface, load: async () => (await import('@signalbox/change-requests')).changeRequests },
  { surface: deliverySurface, load: async () => (await import('@signalbox/delivery')).delivery },
  { surface: playgroundSurface, load: async () => (await import('@signalbox/playground')).playground },
  { surface: auditSurface, load: async () => (await import('@signalbox/audit')).audit },
  { surface: integrationsSurface, load: async () => (await import('@signalbox/integrations')).integrations },
];

/** What every process knows of every service. */
export const surfaces: readonly Surface[] = services.map(({ surface }) => surface);

/** The services of these names, or all of them. Throws for a name that no service has. */
export function loadServices(names: readonly string[] = surfaces.map(({ name }) => name)): Promise<Service[]> {
  return Promise.all(
    names.map((name) => {
      const entry = services.find(({ surface }) => surface.name === name);
      if (!entry) throw new Error(`There is no service ${name}. Use one of ${surfaces.map((known) => known.name).join(', ')}.`);
      return entry.load();
    }),
  );
}
