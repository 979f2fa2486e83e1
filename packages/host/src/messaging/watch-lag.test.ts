import { equal } from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { timeOfId } from './watch-lag.ts';

const withId = (id: string) => ({ id, exchange: 'signalbox.usage', key: 'delivery.usage', body: '[]' });

describe('timeOfId', () => {
  it('reads the time from a UUIDv7', () => {
    // RFC 9562, appendix A.6.
    equal(timeOfId(withId('017F22E2-79B0-7CC3-98C4-DC0C0C07398F')), Date.parse('2022-02-22T19:22:22Z'));
    const before = Date.now();
    const time = timeOfId(withId(randomUUIDv7())) ?? 0;
    equal(time >= before && time <= Date.now(), true);
  });

  it('returns undefined for other ids', () => {
    for (const id of [randomUUID(), 'abc', '']) equal(timeOfId(withId(id)), undefined);
  });
});
