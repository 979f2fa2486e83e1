import { equal } from 'node:assert/strict';
import { VirtualTime } from './virtual-time.ts';

describe('virtual time', () => {
  it('leaves the timers of other work to the machine, which repeats them without an end', async () => {
    const twice = Promise.withResolvers<void>();
    let turns = 0;
    let timer: NodeJS.Timeout;
    const repeat = () => {
      turns += 1;
      if (turns === 2) twice.resolve();
      timer = setTimeout(repeat);
    };
    timer = setTimeout(repeat);
    const time = new VirtualTime();
    await time.during(async () => {
      await twice.promise;
      await time.finish(time.pause(1000), 5000);
    });
    clearTimeout(timer);
    equal(time.now, 1000);
  });
});
