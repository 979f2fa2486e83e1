import { engines } from './engines.ts';
import { mix, users } from './questions.ts';

const roundMs = 200;
const rounds = 5;

/** Speed of this machine: `unleash-client` evaluations per CPU second, the best of several rounds. */
export function evaluationsPerSecond(): number {
  const published = engines.find(({ name }) => name === 'unleash-client');
  if (published === undefined) throw new Error('unleash-client is missing in the engines');
  const asks = users.map(published.load(mix));
  const round = () => {
    const begun = process.cpuUsage();
    const end = performance.now() + roundMs;
    let evaluations = 0;
    while (performance.now() < end) {
      for (const ask of asks) for (const { name } of mix) ask(name);
      evaluations += asks.length * mix.length;
    }
    const { user, system } = process.cpuUsage(begun);
    return (evaluations * 1_000_000) / (user + system);
  };
  return Math.max(...Array.from({ length: rounds }, round));
}
