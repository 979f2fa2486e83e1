import type { Bus } from '@signalbox/bus';
import type { OpenParts, Service } from '@signalbox/kit';
import type { Replica } from '@signalbox/replica';
import type { Store } from '@signalbox/store';
import type { Life } from './life.ts';

/** Components between a process and the outside, in which tests can plant mistakes. */
export interface Parts {
  readonly bus: (bus: Bus, life: Life) => Bus;
  readonly store: (store: Store, life: Life) => Store;
  readonly service: (service: Service) => Service;
  readonly listen: (listen: OpenParts['listen'], replica: () => Replica | undefined) => OpenParts['listen'];
}

/** The product's own components. */
export const faithful: Parts = {
  bus: (bus) => bus,
  store: (store) => store,
  service: (service) => service,
  listen: (listen) => listen,
};
