import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { testedVersionOf } from '../../tools/describe-compatibility.ts';
import { root } from '../../tools/testing/root.ts';
import type { Adapter } from './adapters.ts';
import { capabilities } from './capabilities.ts';
import type { FeaturesRun } from './run-features.ts';

/** Commit of open-feature/spec whose scenarios run, and the digest of its files. */
const specRevision = 'bda599f1db440aa8d395d1d3af7b9b3cc3103b98';
const specDigest = '7a753b5f5f60248336d93f565bc12ad844af9f04de40867916b98f283363354b';

const reference = join(root, 'docs/reference');
export const reportsPath = join(reference, 'openfeature-conformance.json');
export const resultsFolder = 'openfeature-conformance';

/** The part of a report that is read again. */
export interface ConformanceReport {
  readonly provider: { readonly name: string; readonly version: string; readonly configuration: string };
  readonly results: { readonly location: string; readonly digest: string };
}

/** Throws unless the scenarios are those of the revision, byte for byte. */
export function assertCanonical(suite: string): void {
  const hash = createHash('sha256');
  for (const path of globSync('{flags,gherkin,openapi}/**/*.*', { cwd: suite }).sort())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(suite, path)))
      .update('\0');
  const digest = hash.digest('hex');
  if (digest !== specDigest) throw new Error(`The scenarios are not those of ${specRevision}: their digest is ${digest}.`);
}

/** Capabilities that the provider declares. */
export const declaredBy = ({ undeclared }: Adapter): string[] => capabilities.filter((tag) => undeclared[tag] === undefined);

/** The messages of a run as NDJSON, without times, places and random identifiers, so that equal runs have equal files. */
export function serializeMessages({ messages }: FeaturesRun): string {
  const ids = new Map<string, string>();
  const idOf = (uuid: string) => ids.getOrInsert(uuid, String(ids.size + 1));
  const stored = messages.filter((message) => !message.stepDefinition && !message.hook && !message.parameterType);
  return `${stored.map((message) => serialize(message).replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?=")/g, idOf)).join('\n')}\n`;
}

function serialize(message: FeaturesRun['messages'][number]): string {
  return JSON.stringify(message, (key, value) => {
    if (key === 'timestamp' || key === 'duration') return { seconds: 0, nanos: 0 };
    if (key === 'meta') return { ...value, cpu: { name: '' }, os: { name: '' }, runtime: { name: 'node.js' }, ci: undefined };
    if (key === 'message' || key === 'stackTrace' || key === 'exception') return key === 'message' ? firstLines(String(value)) : undefined;
    return value;
  });
}

/** The text of a failure without the places in which it happened. */
const firstLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s+at |file:\/\//.test(line))
    .join('\n')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1');

/** The report of one provider (conformance-report.schema.json). */
export function reportOf(adapter: Adapter, providerName: string, text: string): object {
  const { id, configuration, deviations } = adapter;
  return {
    schemaVersion: '1',
    provider: { name: providerName, version: testedVersionOf(adapter.package), language: 'javascript', configuration },
    sdk: { name: adapter.sdk, version: testedVersionOf(adapter.sdk) },
    tck: { implementation: 'signalbox/test/openfeature', version: '1', specRevision },
    backend: { description: 'Signalbox, one process on SQLite', controlApi: 'http' },
    declaration: { declared: declaredBy(adapter) },
    results: {
      format: 'cucumber-messages',
      formatVersion: protocolVersionIn(text),
      location: `${resultsFolder}/${id}.ndjson`,
      digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    },
    ...(deviations.length > 0 && {
      knownDeviations: deviations.map(({ capability, summary }) => ({ ...(capability && { capability }), summary })),
    }),
  };
}

const protocolVersionIn = (text: string): string => JSON.parse(text.slice(0, text.indexOf('\n'))).meta.protocolVersion;

/** Throws unless the report is valid under the schema of the suite. */
export function assertValid(report: object, suite: string): void {
  const schema = JSON.parse(readFileSync(join(suite, 'report/conformance-report.schema.json'), 'utf8'));
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
  if (!ajv.validate(schema, report)) throw new Error(ajv.errorsText());
}

/** Writes the reports and the results to which they refer. */
export function writeReports(reports: readonly object[], results: ReadonlyMap<string, string>): void {
  mkdirSync(join(reference, resultsFolder), { recursive: true });
  writeFileSync(reportsPath, `${JSON.stringify(reports, null, 2)}\n`);
  for (const [id, text] of results) writeFileSync(join(reference, resultsFolder, `${id}.ndjson`), text);
}
