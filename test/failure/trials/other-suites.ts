import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { runMocha, type Tally } from '../../../tools/testing/run-mocha.ts';
import { atLeast, type Figure, none, type Trial, within } from '../trial.ts';

const root = join(import.meta.dirname, '../../..');
const leastCases = 15;
const silenceMs = 300_000;

const run = (way: 'standalone' | 'distributed', ...files: string[]): Promise<Tally> =>
  runMocha({ files, variables: { TEST_WAY: way }, silenceMs });

/** A behavior suite that two adapters must pass. */
const contract = (number: number, title: string, memory: string, server: string): Trial => ({
  number,
  title,
  async run() {
    const one = await run('standalone', memory);
    const other = await run('distributed', server);
    return [
      atLeast('cases that pass on both', leastCases, Math.min(one.passed, other.passed)),
      none('failed cases', one.failed + other.failed),
      none('skipped cases', [...one.pending, ...other.pending]),
    ];
  },
});

export const busContract = contract(
  5,
  'the contract of the bus',
  'packages/bus/src/memory/memory-bus.test.ts',
  'packages/bus/src/amqp/amqp-bus.test.ts',
);
export const storeContract = contract(
  6,
  'the contract of the store',
  'packages/store/src/store.test.ts',
  'packages/store/src/store.test.ts',
);

const verifiedWithinMs = 5000;

/** Each way to tamper with the chain, at a thousand positions, and the duration of verifying a long chain. */
export const auditChain: Trial = {
  number: 16,
  title: 'the hash chain of the event log',
  async run({ say }) {
    const chain = await run('standalone', 'services/audit/src/chain/chain.test.ts');
    const { output } = await runScript('test/bench/audit.ts', '--events', '1000', '--chain', '100000', '--times', '1');
    const [line = '', events = '0', , cpu = 'NaN'] = /(\d+) events verified in ([\d.]+) s, ([\d.]+) s of CPU/.exec(output) ?? [];
    say(line);
    return [
      atLeast('tests of tampering, each at 1,000 positions', 8, chain.passed),
      none('failed tests', chain.failed),
      atLeast('events verified', 100_000, Number(events)),
      within('CPU time of the verification', verifiedWithinMs, Number(cpu) * 1000),
    ];
  },
};

/** Two versions on one database, and a killed migration. */
export const upgrade: Trial = {
  number: 18,
  title: 'schemas of two versions',
  async run({ say }) {
    const killed = await run('distributed', 'test/migrations/killed-migrations.long.ts');
    const { code, output } = await runScript('tools/test-side-by-side.ts');
    for (const line of output.trim().split('\n')) say(line);
    const seen = code === 0 ? 'both show all that both wrote' : `exit code ${code}`;
    const sideBySide: Figure = {
      title: 'the previous version alongside this one',
      demanded: 'both show all that both wrote',
      seen,
      holds: code === 0,
      isTime: false,
    };
    return [atLeast('services whose migration completes after kills', 1, killed.passed), none('failed tests', killed.failed), sideBySide];
  },
};

async function runScript(...words: string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
