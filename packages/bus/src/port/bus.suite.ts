import type { Setting } from './bus.fixture.ts';
import type { Bus } from './bus.ts';
import { describeDelivery, describeRedelivery } from './bus-delivery.suite.ts';
import { describeEnd, describePublishing } from './bus-publishing.suite.ts';
import { describeBroadcast, describeCompeting, describeShared } from './bus-subscriptions.suite.ts';

/** Exchanges and queues of one test, for several connections. */
export interface Space {
  /** Opens another bus on the same exchanges and queues. */
  connect(): Promise<Bus>;
  /** Closes all buses and deletes their exchanges and queues. */
  end(): Promise<void>;
}

/** Behavior of every adapter of the bus. `openSpace` creates a separate space for each test. */
export function describeBus(name: string, openSpace: () => Promise<Space>): void {
  describe(name, () => {
    // Creating a queue takes long on a busy broker.
    let space: Space;
    let bus: Bus;

    beforeEach(async () => {
      space = await openSpace();
      bus = await space.connect();
    });
    afterEach(() => space.end());

    const setting: Setting = () => ({ bus, connect: () => space.connect() });
    describeDelivery(setting);
    describeRedelivery(setting);
    describeShared(setting);
    describeBroadcast(setting);
    describeCompeting(setting);
    describePublishing(setting);
    describeEnd(setting);
  });
}
