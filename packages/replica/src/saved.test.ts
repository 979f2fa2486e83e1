import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { assertTruthful, Bench, feature, segment } from './rehearsal.fixture.ts';

async function saved(): Promise<{ text: string; bench: Bench }> {
  const bench = await new Bench().synced();
  const { replica, source } = bench;
  replica.apply(source.change({ features: [feature('a', 'north', true, [1]), feature('b', 'south')], segments: [segment(1, 'ü😊')] }));
  replica.apply(source.change({ features: [feature('b', 'south', false)] }));
  return { text: await replica.save(), bench };
}

/** Changes the lines and appends a valid checksum. */
function forged(text: string, change: (lines: string[]) => void): string {
  const lines = text.split('\n').slice(0, -2);
  change(lines);
  const body = lines.map((line) => `${line}\n`).join('');
  return `${body}${JSON.stringify(createHash('sha256').update(body).digest('hex'))}\n`;
}

describe('a saved state', () => {
  it('is restored unchanged, including scope revisions, and is stale until a resync', async () => {
    const { text, bench } = await saved();
    const other = new Bench();
    await other.replica.restore(text);
    assert.deepEqual([other.replica.ready, other.replica.stale, other.replica.view.revision], [true, true, 2]);
    assertTruthful(other.replica.view, bench.source);
    for (const scope of [['north'], ['south'], '*' as const]) {
      assert.equal(other.replica.view.scopeRevision('production', scope), bench.replica.view.scopeRevision('production', scope));
    }
    assert.equal(await other.replica.save(), text);
  });

  it('is replaced by the first snapshot, even by one of a lower revision', async () => {
    const { text } = await saved();
    const bench = new Bench();
    await bench.replica.restore(text);
    bench.source.change({ features: [feature('z')] });
    await bench.synced();
    assert.equal(bench.replica.view.revision, 1);
    assertTruthful(bench.replica.view, bench.source);
  });

  it('makes messages wait until then', async () => {
    const { text, bench: before } = await saved();
    const bench = new Bench();
    await bench.replica.restore(text);
    bench.replica.apply(before.source.change({ removedFeatures: ['a'] }));
    assert.equal(bench.replica.view.revision, 2);
  });

  it('has no effect after a fetch', async () => {
    const { text, bench } = await saved();
    bench.replica.apply(bench.source.change({ removedFeatures: ['a'] }));
    const { view } = bench.replica;
    await bench.replica.restore(text);
    assert.equal(bench.replica.view, view);
    assertTruthful(bench.replica.view, bench.source);
  });

  it('may be empty', async () => {
    const bench = await new Bench().synced();
    const other = new Bench();
    await other.replica.restore(await bench.replica.save());
    assert.deepEqual([other.replica.ready, [...other.replica.view.features()]], [true, []]);
  });

  const damages: [name: string, damage: (text: string) => string][] = [
    ['nothing', () => ''],
    ['another file', () => '{"hello":"world"}\n'],
    ['no JSON', (text) => text.replace('{', '<')],
    ['a changed letter', (text) => text.replace('"project":"south"', '"project":"north"')],
    ['a lost line', (text) => text.split('\n').toSpliced(2, 1).join('\n')],
    ['a lost end', (text) => text.slice(0, -10)],
    ['a doubled end', (text) => `${text}${text}`],
    ['a later version', (text) => forged(text, (lines) => lines.splice(0, 1, lines[0]?.replace('"version":1', '"version":2') ?? ''))],
    ['a feature of another shape', (text) => forged(text, (lines) => lines.splice(-1, 1, '{"name":"b"}'))],
    ['a segment of another shape', (text) => forged(text, (lines) => lines.splice(1, 1, '{"id":"1"}'))],
  ];

  for (const [name, damage] of damages) {
    it(`is rejected completely for ${name}`, async () => {
      const { text } = await saved();
      assert.notEqual(damage(text), text);
      const bench = new Bench();
      await assert.rejects(bench.replica.restore(damage(text)));
      assert.deepEqual([bench.replica.ready, [...bench.replica.view.features()], bench.shown], [false, [], []]);
    });
  }

  it('is accepted if it is rewritten unchanged', async () => {
    const { text } = await saved();
    const bench = new Bench();
    await bench.replica.restore(forged(text, () => undefined));
    assert.equal(bench.replica.ready, true);
  });
});
