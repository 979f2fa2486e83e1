import { createHash } from 'node:crypto';
import { FeatureState, SegmentState, validator, type Validator } from '@signalbox/contracts';
import { type Static, type TSchema, Type } from 'typebox';
import { IdList, type Lists, segmentsOf } from '@signalbox/engine';
import { CachedFeature } from './cached-feature.ts';
import { featuresByName } from './features-by-name.ts';
import { inChunks } from './in-chunks.ts';
import { ScopeRevisions } from './scope-revisions.ts';
import { View } from './view.ts';

// A line of JSON for the head, each chunk of a list, each segment and each feature, then one with the checksum of all previous lines.
// Separate lines, because parsing or serializing 20,000 features at once would block the event loop.

const Revision = Type.Integer({ minimum: 0 });
/** A tuple in JSON Schema 2020-12; TypeBox generates an older form. */
function pair<A extends TSchema, B extends TSchema>(one: A, other: B) {
  return Type.Unsafe<[Static<A>, Static<B>]>({ type: 'array', prefixItems: [one, other], items: false, minItems: 2 });
}

const Head = Type.Object({
  format: Type.Literal('signalbox-replica'),
  version: Type.Literal(1),
  revision: Revision,
  base: Revision,
  scopes: Type.Array(pair(Type.String(), Type.Array(pair(Type.String(), Revision)))),
  /** The hash, size and number of chunks of each list. Absent: none. */
  lists: Type.Optional(Type.Array(Type.Object({ hash: Type.String(), size: Type.Integer(), chunks: Type.Integer() }))),
  segments: Type.Integer({ minimum: 0 }),
  features: Type.Integer({ minimum: 0 }),
});
type Head = Static<typeof Head>;

const head = validator(Head);
const segment = validator(SegmentState);
const text = validator(Type.String());
const feature = validator(FeatureState);

/** Serializes a view. */
export async function saveView({ content }: View, yieldToOthers: () => Promise<void>): Promise<string> {
  const { revision, scopes, segments, features } = content;
  const lists = [...(segments.lists ?? [])].map(([hash, list]) => ({ hash, size: list.size, chunks: [...list.chunks()] }));
  const first: Head = {
    format: 'signalbox-replica',
    version: 1,
    revision,
    base: scopes.base,
    scopes: scopes.entries(),
    ...(lists.length > 0 && { lists: lists.map((list) => ({ ...list, chunks: list.chunks.length })) }),
    segments: segments.size,
    features: features.size,
  };
  const lines: string[] = [];
  const checksum = createHash('sha256');
  const write = (value: unknown) => {
    const line = `${JSON.stringify(value)}\n`;
    checksum.update(line);
    lines.push(line);
  };
  write(first);
  for (const { chunks } of lists) await inChunks(chunks, yieldToOthers, write);
  await inChunks(segments.values(), yieldToOthers, write);
  await inChunks(features.values(), yieldToOthers, (feature) => write(feature.state));
  return `${lines.join('')}${JSON.stringify(checksum.digest('hex'))}\n`;
}

/** Parses the output of `saveView`. Rejects, with the reason, if anything differs. */
export async function restoreView(saved: string, yieldToOthers: () => Promise<void>): Promise<View> {
  const lines = saved.split('\n');
  const end = lines.pop();
  const sum = lines.pop();
  const first = parse(lines[0], head, 'head');
  const listEnd = 1 + (first.lists ?? []).reduce((sum, { chunks }) => sum + chunks, 0);
  if (end !== '' || lines.length !== listEnd + first.segments + first.features) throw new Error('The saved state is cut off or too long.');
  const checksum = createHash('sha256');
  await inChunks(lines, yieldToOthers, (line) => void checksum.update(`${line}\n`));
  if (sum !== JSON.stringify(checksum.digest('hex'))) throw new Error('The saved state does not match its checksum.');
  const lists = await restoreLists(first, lines.slice(1, listEnd), yieldToOthers);
  const segments: SegmentState[] = [];
  const features: CachedFeature[] = [];
  await inChunks(
    lines.slice(listEnd, listEnd + first.segments),
    yieldToOthers,
    (line) => void segments.push(parse(line, segment, 'segment')),
  );
  await inChunks(lines.slice(listEnd + first.segments), yieldToOthers, (line) => {
    const cached = new CachedFeature(parse(line, feature, 'feature'));
    cached.found(first.revision, null);
    features.push(cached);
  });
  const scopes = new ScopeRevisions(first.base, new Map(first.scopes.map(([project, revisions]) => [project, new Map(revisions)])));
  return new View({ revision: first.revision, features: featuresByName(features), segments: segmentsOf(segments, lists), scopes });
}

async function restoreLists({ lists = [] }: Head, lines: readonly string[], yieldToOthers: () => Promise<void>): Promise<Lists> {
  const restored = new Map<string, IdList>();
  let start = 0;
  for (const { hash, size, chunks } of lists) {
    const own = lines.slice(start, (start += chunks)).map((line) => Buffer.from(parse(line, text, 'list')));
    restored.set(hash, await IdList.from(own, size, yieldToOthers));
  }
  return restored;
}

function parse<T>(line: string | undefined, isOfShape: Validator<T>, what: string): T {
  const value: unknown = line === undefined ? undefined : JSON.parse(line);
  if (!isOfShape(value)) throw new Error(`The saved state contains an invalid ${what}.`);
  return value;
}
