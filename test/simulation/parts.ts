import type { Bus } from '@signalbox/bus';
import type { OpenParts, Service } from '@signalbox/kit';
import type { Replica } from '@signalbox/replica';
import type { Store } from '@signalbox/store';
import type { Life } from './life.ts';

/** What stands between a process and the rest, where a test can plant a mistake. */
export interface Parts {
  readonly bus: (bus: Bus, life: Life) => Bus;
  readonly store: (store: Store, life: Life) => Store;
  readonly service: (service: Service) => Service;
  readonly listen: (listen: OpenParts['listen'], replica: () => Replica | undefined) => OpenParts['listen'];
}

/** The product as it is. */
export const faithful: Parts = {
  bus: (bus) => bus,
  store: (store) => store,
  service: (service) => service,
  listen: (listen) => listen,
};
