import { equal, match } from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@signalbox/migration';
import { eventually } from '@signalbox/testing';
import { type Product, startProduct } from '../journeys/product.ts';

describe('the report of a migration', () => {
  let product: Product;
  let folder: string;
  let report: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'report-'));
    report = join(folder, 'report');
    product = await startProduct();
    equal((await product.admin.post('/api/admin/projects/default/features', { name: 'cart' })).status, 201);
    await eventually(async () => equal((await product.admin.get('/api/admin/audit/checkpoints')).body.keys.length, 1));
  });
  after(async () => {
    await product?.close();
    await rm(folder, { recursive: true });
  });

  /** Runs a step with the product as source and target. */
  async function run(step: string): Promise<{ code: number; output: string }> {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const source = step === 'check' ? [] : ['--url', product.url, '--source-token', product.tokens.admin, '--contexts', '2'];
    const target = ['--to', product.url, '--token', product.tokens.admin, '--report', report];
    const code = await migrate(['from-unleash', ...source, ...target, step], {
      print,
      warn: print,
      env: {},
      stop: new AbortController().signal,
    });
    return { code, output: lines.join('\n') };
  }

  it('is signed by the target, and its signature can be checked', async () => {
    const { code, output } = await run('verify');
    // The product returns no secrets, so that there is nothing to compare.
    equal(code, 1, output);
    match(output, /\nNot compared: Everything, because no client or frontend token has a known secret\. Use the database /);
    match(output, /has signed it\.$/);
    match(await readFile(`${report}.md`, 'utf8'), /The SHA-256 of .*report\.json is [0-9a-f]{64}\. http\S+ has signed it\./);
    const checked = await run('check');
    equal(checked.code, 0, checked.output);
    match(checked.output, /signed .*report\.json at \d{4}-.* for .*It has not changed since\.$/);
  });

  it('fails the check once the report or its signature has changed', async () => {
    const jws = await readFile(`${report}.jws`, 'utf8');
    await appendFile(`${report}.json`, ' ');
    const changed = await run('check');
    equal(changed.code, 2);
    match(changed.output, /has changed/);
    const [header, payload = '', signature] = jws.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, sha256: '0'.repeat(64) })).toString('base64url');
    const [checkpoint] = (await product.admin.get('/api/admin/audit/checkpoints')).body.checkpoints;
    for (const text of [checkpoint.jws, '', 'x.y.z', [header, forged, signature].join('.'), `${jws.trim()}.x`]) {
      await writeFile(`${report}.jws`, text);
      const { code, output } = await run('check');
      equal(code, 2, text);
      match(output, /No key of .* has signed/);
    }
  });
});
