import type { Setting } from './bus.fixture.ts';
import type { Bus } from './bus.ts';
import { describeDelivery, describeRedelivery } from './bus-delivery.suite.ts';
import { describeEnd, describePublishing } from './bus-publishing.suite.ts';
import { describeBroadcast, describeCompeting, describeShared } from './bus-subscriptions.suite.ts';

/** One test's own exchanges and queues, which several connections can meet in. */
export interface Space {
  /** Opens one more bus on the same exchanges and queues. */
  connect(): Promise<Bus>;
  /** Closes every bus and removes what they left. */
  end(): Promise<void>;
}

/** The behaviour that every adapter of the bus shows. `openSpace` begins a space of its own for each test. */
export function describeBus(name: string, openSpace: () => Promise<Space>): void {
  describe(name, function () {
    // A broker on a busy machine takes its time to make a queue.
    this.timeout(10_000);
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
