// Runs OpenFeature's conformance suite for providers against the product, through published providers, and cases of our own: `npm run suite
// -- openfeature`. `--data ../openfeature` names the folder of the conformance data, `--only flagd` providers whose id contains the text.
// `--pairs 10000` compares random features and contexts between the protocols. A complete run writes the reports of the reference.

import { existsSync, globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../tools/testing/root.ts';
import { readQuantity } from '../../tools/testing/read-amount.ts';
import { type Adapter, adapters, sdkAdapter } from './adapters.ts';
import { type Backend, startBackend } from './backend.ts';
import { assertDeclarable, assertTagged } from './capabilities.ts';
import { comparePairs } from './compare-pairs.ts';
import { readOfrepDocument } from './ofrep-document.ts';
import { assertCanonical, assertValid, declaredBy, reportOf, serializeMessages, writeReports } from './report.ts';
import { type FeaturesRun, runFeatures, type ScenarioResult } from './run-features.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: join(root, '../shared/openfeature') },
    only: { type: 'string', default: '' },
    pairs: { type: 'string', default: '10000' },
  },
});

type Support = FeaturesRun['support'];

/** Lists the results of an adapter. Returns the number of scenarios that contradict its declaration. */
function judge({ id, deviations }: Adapter, results: readonly ScenarioResult[]): number {
  const known = ({ name }: ScenarioResult) => deviations.find(({ scenarios }) => scenarios.some((start) => name.startsWith(start)));
  const failed = results.filter(({ status }) => status === 'FAILED');
  const passed = results.filter(({ status }) => status === 'PASSED');
  const unexpected = failed.filter((result) => !known(result));
  const unused = deviations.filter((deviation) => !failed.some((result) => known(result) === deviation));
  const skipped = results.length - failed.length - passed.length;
  const deviating = failed.length - unexpected.length;
  console.log(`${id}: ${passed.length} passed, ${deviating} known deviations, ${skipped} skipped, ${unexpected.length} failed`);
  for (const { summary } of deviations) console.log(`  deviation: ${summary}`);
  for (const { name, reason } of results.filter(({ status }) => status === 'SKIPPED')) console.log(`  skipped: ${name}: ${reason}`);
  for (const { name, uri, reason } of unexpected) console.error(`  FAILED: ${uri}: ${name}\n    ${reason.replaceAll('\n', '\n    ')}`);
  for (const { summary } of unused) console.error(`  FAILED: no scenario shows the known deviation: ${summary}`);
  return unexpected.length + unused.length;
}

/** Runs the provider suite through one provider. */
async function runProvider(adapter: Adapter, backend: Backend, suite: string, support: Support | undefined): Promise<FeaturesRun> {
  assertDeclarable(declaredBy(adapter));
  const canonical = globSync('gherkin/*.feature', { cwd: suite }).sort();
  return runFeatures(suite, canonical, { adapter: adapter.id, address: backend.address, undeclared: adapter.undeclared }, support);
}

async function run(data: string): Promise<number> {
  const suite = join(data, 'provider-tck');
  assertCanonical(suite);
  const backend = await startBackend(data);
  const chosen = adapters.filter(({ id }) => id.includes(options.only));
  const reports: object[] = [];
  const texts = new Map<string, string>();
  let support: Support | undefined;
  let problems = 0;
  try {
    for (const adapter of chosen) {
      const done = await runProvider(adapter, backend, suite, support);
      support = done.support;
      assertTagged(done.results.map(({ tags }) => tags));
      problems += judge(adapter, done.results);
      const text = serializeMessages(done);
      const report = reportOf(adapter, adapter.open(backend.address).providerName, text);
      assertValid(report, suite);
      texts.set(adapter.id, text);
      reports.push(report);
    }
    if (sdkAdapter.id.includes(options.only)) {
      const parameters = { adapter: sdkAdapter.id, address: backend.address, undeclared: sdkAdapter.undeclared };
      problems += judge(sdkAdapter, (await runFeatures(join(data, 'sdk'), ['evaluation_v2.feature'], parameters, support)).results);
    }
    if (options.only === '') {
      const { summary, differences, shown } = await comparePairs(readQuantity(options, 'pairs'), readOfrepDocument(data));
      console.log(summary);
      for (const difference of shown) console.error(`  DIFFERENT: ${difference}`);
      problems += differences;
    }
  } finally {
    await backend.close();
  }
  if (options.only === '' && problems === 0) writeReports(reports, texts);
  return problems;
}

const data = resolve(options.data);
if (!existsSync(join(data, 'provider-tck'))) {
  console.error(`There is no conformance data in ${data}. Name its folder with --data.`);
  process.exit(1);
}
// Providers that never connected keep retrying, so the process ends here.
process.exit((await run(data)) > 0 ? 1 : 0);
