import { deepEqual } from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMutant, findMutants } from './find-mutants.ts';

const source = `export async function keep(all: number[], { log }: Console, most: 7 = 7): Promise<void> {
  if (all.length > 1) return;
  log.info('kept');
  await store(all.length === 0 && most ? 'none' : 'some');
}
`;

describe('the search for mutants', () => {
  it('finds operators, conditions, guards, calls, bodies and operands, and applies each', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
    const path = join(folder, 'keep.ts');
    writeFileSync(path, source);
    const lines = findMutants(folder, ['keep.ts']).map((mutant) => {
      const restore = applyMutant(folder, mutant);
      const line = readFileSync(path, 'utf8').split('\n')[mutant.line - 1];
      restore();
      return [mutant.mutation, line?.trim()];
    });
    const call = "await store(all.length === 0 && most ? 'none' : 'some');";
    deepEqual(lines, [
      ['body removed', 'export async function keep(all: number[], { log }: Console, most: 7 = 7): Promise<void> {}'],
      ['condition negated', 'if (!(all.length > 1)) return;'],
      ['guard removed', ';'],
      ['> to >=', 'if (all.length >= 1) return;'],
      ['1 to 2', 'if (all.length > 2) return;'],
      ['1 to 0', 'if (all.length > 0) return;'],
      ['call removed', ''],
      ['condition negated', "await store(!(all.length === 0 && most) ? 'none' : 'some');"],
      ['&& to ||', call.replace('&&', '||')],
      ['=== to !==', call.replace('===', '!==')],
      ['0 to 1', call.replace('0', '1')],
      ['0 to -1', call.replace('0', '(-1)')],
    ]);
    deepEqual(readFileSync(path, 'utf8'), source);
    rmSync(folder, { recursive: true });
  });
});
