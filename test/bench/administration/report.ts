import type { Contender } from './contenders.ts';
import { memoryOf } from './cpu.ts';
import { figureOf, isLoss, ratioOf } from './figures.ts';
import type { Measure } from './load.ts';

/** Rows that miss their target, and rows that cost over a tenth more than in another checkout. */
export interface Outcome {
  missed: number;
  lost: number;
}

const sumOf = ({ cpu }: Measure): number => [...cpu.values()].reduce((total, ms) => total + ms, 0);
const medianOf = (values: readonly number[]): number => figureOf(values).median;

/** Prints the table of a contender: CPU milliseconds per request, and the factor that another server takes. */
export function printRows(
  own: Contender,
  other: Contender | undefined,
  way: 'standalone' | 'distributed',
  say: (line: string) => void,
): Outcome {
  const outcome = { missed: 0, lost: 0 };
  say('| request                 | callers | CPU ms | min - max     | other   | other / ours | target     | p50 ms | p99 ms | of these |');
  say('| ----------------------- | ------: | -----: | ------------- | ------: | -----------: | ---------- | -----: | -----: | -------- |');
  for (const [row, byCallers] of own.found) {
    for (const [callers, windows] of byCallers) {
      const otherWindows = other?.found.get(row)?.get(callers);
      const target = other?.product === null ? row.target?.[way] : undefined;
      const line = lineOf(windows, otherWindows, target);
      if (line.isMissed) outcome.missed += 1;
      if (line.isLost && other?.product) outcome.lost += 1;
      const verdict = line.isMissed ? `${target} MISSED` : line.isLost && other?.product ? 'LOST' : String(target ?? '');
      const cells = [
        row.title.padEnd(23),
        String(callers).padStart(7),
        ...line.figures,
        verdict.padEnd(10),
        ...line.waits,
        partsOf(windows),
      ];
      say(`| ${cells.join(' | ')} |`);
    }
  }
  return outcome;
}

function lineOf(windows: readonly Measure[], others: readonly Measure[] | undefined, target: number | undefined) {
  const sums = windows.map(sumOf);
  const { median, min, max } = figureOf(sums);
  const otherSums = others?.map(sumOf);
  const ratio = otherSums && ratioOf(sums, otherSums);
  const figures = [
    median.toFixed(2).padStart(6),
    `${min.toFixed(2)} - ${max.toFixed(2)}`.padEnd(13),
    (otherSums ? medianOf(otherSums).toFixed(2) : '').padStart(7),
    (ratio ? ratio.median.toPrecision(3) : '').padStart(12),
  ];
  const waits = [medianOf(windows.map(({ p50Ms }) => p50Ms)), medianOf(windows.map(({ p99Ms }) => p99Ms))];
  return {
    figures,
    waits: waits.map((ms) => ms.toFixed(1).padStart(6)),
    isMissed: target !== undefined && ratio !== undefined && ratio.median < target,
    isLost: ratio !== undefined && isLoss(ratio),
  };
}

/** The parts of the sum: CPU milliseconds of each process that took at least 0.05. */
function partsOf(windows: readonly Measure[]): string {
  const names = [...(windows[0]?.cpu.keys() ?? [])];
  return names
    .map((name) => [name, medianOf(windows.map(({ cpu }) => cpu.get(name) ?? 0))] as const)
    .filter(([, ms]) => ms >= 0.05)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
    .join(', ');
}

/** Prints the megabytes of each process of a contender, and their sums. */
export function printMemory({ title, groups, memory }: Contender, say: (line: string) => void): void {
  say(`\nMegabytes of ${title}\n`);
  say('| process          | after start | after the import, idle | at most |');
  say('| ---------------- | ----------: | ---------------------: | ------: |');
  const sums = [0, 0, 0];
  const line = (name: string, megabytes: readonly number[]) =>
    say(
      `| ${name.padEnd(16)} | ${String(megabytes[0]).padStart(11)} | ${String(megabytes[1]).padStart(22)} | ${String(megabytes[2]).padStart(7)} |`,
    );
  for (const { name, pids } of groups()) {
    const { started = 0, imported = 0 } = memory.get(name) ?? {};
    const megabytes = [started, imported, pids.reduce((sum, pid) => sum + memoryOf(pid).max, 0)];
    for (const [index, value] of megabytes.entries()) sums[index] = (sums[index] ?? 0) + value;
    line(name, megabytes);
  }
  line('together', sums);
}
