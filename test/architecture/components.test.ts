import { deepEqual, ok } from 'node:assert/strict';
import { componentsAreShort } from './components.ts';
import { readFiles } from './source.ts';

const path = 'packages/console/src/page/a/a.tsx';
const lines = (count: number) => '  work();\n'.repeat(count);

describe('components of the console', () => {
  it('have at most sixty lines', () => {
    const files = readFiles('packages/console/src/**/*.tsx');
    ok(files.length > 100);
    deepEqual(componentsAreShort(files), []);
  });

  it('have at most sixty lines: reports planted violations in every kind of component', () => {
    const text = [
      `export function Fits({ a }: FitsProps) {\n${lines(60)}}\n`,
      `export function Long({ a }: LongProps) {\n${lines(61)}}\n`,
      `function Wide({\n  a,\n  b,\n}: WideProps) {\n${lines(62)}}\n`,
      `export const Drawn = ({ a }: DrawnProps) => (\n${lines(63)});\n`,
      `const names = {\n${lines(64)}};\n`,
      `export function useData() {\n${lines(65)}}\n`,
    ].join('\n');
    deepEqual(componentsAreShort([{ path, text }]), [
      `${path}:64 Long has 61 lines, at most 60 allowed`,
      `${path}:128 Wide has 62 lines, at most 60 allowed`,
      `${path}:196 Drawn has 63 lines, at most 60 allowed`,
    ]);
  });
});
