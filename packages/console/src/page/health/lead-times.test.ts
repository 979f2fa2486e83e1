import { deepEqual, equal } from 'node:assert/strict';
import { distribute } from './lead-times.ts';

const featuresOf = (...days: number[]) => days.map((timeToProduction, index) => ({ name: `f${index}`, timeToProduction }));

describe('the distribution of lead times', () => {
  it('counts each feature in one range of whole days', () => {
    const { columns } = distribute(featuresOf(0, 1, 3, 4, 7, 8, 30, 31, 61, 400));
    deepEqual(
      columns.map(({ title, counts: [count] }) => `${title}: ${count}`),
      ['<1 day: 1', '1–3: 2', '4–7: 2', '8–14: 1', '15–30: 1', '31–60: 1', '>60: 2'],
    );
  });

  it('has the median and the slowest feature', () => {
    equal(distribute(featuresOf(9, 1, 5)).median, 5);
    equal(distribute(featuresOf(9, 2, 5, 4)).median, 4.5);
    equal(distribute(featuresOf(9, 2, 5, 40)).slowest.name, 'f3');
  });
});
