import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@signalbox/migration';
import { type Product, startProduct } from '../journeys/product.ts';

const flags = {
  plain: { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: 'on' },
  off: { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: 'off' },
  color: {
    state: 'ENABLED',
    variants: { red: '#f00', blue: '#00f' },
    defaultVariant: 'blue',
    targeting: { if: [{ $ref: 'isGold' }, 'red', { in: [{ var: 'country' }, ['NO', 'SE']] }, 'red'] },
  },
  limit: {
    state: 'ENABLED',
    variants: { low: 1, high: 2 },
    defaultVariant: 'low',
    targeting: { if: [{ '>': [{ var: 'age' }, 17] }, 'high'] },
  },
  share: {
    state: 'ENABLED',
    variants: { on: true, off: false },
    defaultVariant: 'off',
    targeting: {
      fractional: [
        ['on', 30],
        ['off', 70],
      ],
    },
  },
  strange: {
    state: 'ENABLED',
    variants: { on: true, off: false },
    defaultVariant: 'off',
    targeting: { if: [{ '%': [{ var: 'age' }, 2] }, 'on'] },
  },
};
const $evaluators = { isGold: { '==': [{ var: 'plan' }, 'gold'] } };

describe('the import from flagd', () => {
  let folder: string;
  let product: Product;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flagd-'));
    product = await startProduct();
    await writeFile(join(folder, 'flags.json'), JSON.stringify({ flags, $evaluators }));
  });
  after(async () => {
    await product?.close();
    await rm(folder, { recursive: true });
  });

  async function run(...words: string[]) {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const common = ['from-flagd', '--file', join(folder, 'flags.json'), '--report', join(folder, 'report'), '--contexts', '50'];
    const console = { print, warn: print, env: { SIGNALBOX_TOKEN: product.tokens.admin }, stop: new AbortController().signal };
    return { code: await migrate([...common, ...words], console), output: lines.join('\n') };
  }

  it('plans each flag as exact, adapted or skipped, with the reason', async () => {
    const { code, output } = await run('plan');
    equal(code, 0, output);
    match(output, /^feature +4 +1 +1$/m);
    match(output, /adapted feature share: A share decides\./);
    match(output, /skipped feature strange: Features cannot express the operator %\./);
  });

  it('creates features with the same values, as the comparison proves', async () => {
    const imported = await run('--to', product.url, 'import');
    equal(imported.code, 0, imported.output);
    const { code, output } = await run('--to', product.url, 'verify');
    equal(code, 0, output);
    match(output, /1 tokens, 4 features, 50 contexts, 0 differences/);
    match(output, /Not compared: share: A share decides/);
    deepEqual(
      (await product.admin.get('/api/admin/api-tokens')).body.tokens
        .map(({ tokenName }: { tokenName: string }) => tokenName.startsWith('comparison'))
        .includes(true),
      false,
    );
    match(await readFile(join(folder, 'report.md'), 'utf8'), /# Migration/);
  });

  it('finds a difference', async () => {
    equal((await product.admin.post('/api/admin/projects/default/features/plain/environments/development/off')).status, 200);
    const { code, output } = await run('--to', product.url, 'verify');
    equal(code, 2, output);
    match(output, /Different: plain, token OFREP/);
  });

  it('names mistakes in the arguments and in the file', async () => {
    match((await run('follow')).output, /Use one step: plan, import, verify, check\./);
    match((await run('import')).output, /import requires --to/);
    await writeFile(join(folder, 'flags.json'), '{"flags": []}');
    match((await run('plan')).output, /has no flags by name, as a file of flagd has\./);
  });
});
