import { countStops, ordinary } from './simulated-figures.ts';

// Prints the figures of relative safeguards: false stops of releases that change nothing, and the power to stop those that do harm.

const count = Number(process.argv[2] ?? 1000);
const cases = [
  { title: 'no difference, half of the users', release: ordinary, limit: 0.05 },
  { title: 'no difference, a tenth of the users', release: { ...ordinary, share: 0.1 }, limit: 0.05 },
  { title: '20 % more errors, half of the users', release: { ...ordinary, ratio: 1.2 }, power: 0.8 },
  { title: '50 % more errors, half of the users', release: { ...ordinary, ratio: 1.5 }, power: 0.8 },
  { title: '50 % more errors, a tenth of the users', release: { ...ordinary, share: 0.1, ratio: 1.5 }, power: 0.8 },
] as const;

for (const { title, release, ...bound } of cases) {
  const { stopped, medianMinutes } = countStops(release, count);
  const share = stopped / count;
  const isMet = 'limit' in bound ? share <= bound.limit : share >= bound.power;
  const required = 'limit' in bound ? `at most ${bound.limit}` : `at least ${bound.power}`;
  const after = medianMinutes === null ? '' : `, in the median after ${medianMinutes} minutes`;
  process.stdout.write(`${title}: ${share} stopped${after}; ${required}${isMet ? '' : ': MISSED'}\n`);
  if (!isMet) process.exitCode = 1;
}
