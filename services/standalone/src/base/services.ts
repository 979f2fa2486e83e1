import { auditSurface } from '@signalbox/audit/surface';
import { changeRequestsSurface } from '@signalbox/change-requests/surface';
import { deliverySurface } from '@signalbox/delivery/surface';
import { gatewaySurface } from '@signalbox/gateway/surface';
import { identitySurface } from '@signalbox/identity/surface';
import { integrationsSurface } from '@signalbox/integrations/surface';
import { type Service, SettingsProblem, type Surface } from '@signalbox/kit';
import { playgroundSurface } from '@signalbox/playground/surface';
import { togglesSurface } from '@signalbox/toggles/surface';

/** A service of the product: its surface, which every process has, and the loader of the rest. */
export interface ServiceEntry {
  readonly surface: Surface;
  readonly load: () => Promise<Service>;
}

/** All services, the public one first: it listens if all run in one process. */
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

export const surfaces: readonly Surface[] = services.map(({ surface }) => surface);

/** Loads the named services, or all. Throws for an unknown name. */
export async function loadServices(names: readonly string[] = surfaces.map(({ name }) => name)): Promise<Service[]> {
  return Promise.all(
    names.map((name) => {
      const entry = services.find(({ surface }) => surface.name === name);
      if (!entry)
        throw new SettingsProblem(`There is no command or service ${name}. Services: ${surfaces.map((known) => known.name).join(', ')}.`);
      return entry.load();
    }),
  );
}
