import type { EntityManager, ReadContext } from '@signalbox/kit';
import { route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { inlineListIds } from '../../base/setting/limits.ts';
import { findSegment, type Segment } from './segment.ts';
import { segmentParams } from './segment.schema.ts';
import { readVisibleUses } from './users-of-segment.ts';
import { LocalApplication, readLocalApplications } from '../list/local-applications.ts';
import { findList, readIdsOf } from '../list/segment-list.ts';

/** The effect of a list on a segment. Uses and applications are those of projects that the caller can see. */
const ListPreview = Type.Object({
  size: Type.Integer(),
  added: Type.Integer(),
  removed: Type.Integer(),
  serverOnly: Type.Boolean({ description: 'The list is too long for SDKs, which receive no enabled feature with the segment.' }),
  uses: Type.Array(Type.Object({ feature: Type.String(), environment: Type.String() })),
  applications: Type.Array(LocalApplication, { description: 'Applications that evaluate these features locally.' }),
});

export const previewListRoute = route(
  {
    method: 'get',
    path: '/api/admin/segments/:id/list-preview',
    summary: 'Compare an uploaded list with the values that a segment has for a context field',
    permission: ['CREATE_SEGMENT', 'UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT', 'APPROVE_CHANGE_REQUEST'],
    scope: 'any project',
    params: segmentParams,
    query: Type.Object({ hash: Type.String({ pattern: '^[0-9a-f]{64}$' }), contextName: Type.String({ minLength: 1, maxLength: 100 }) }),
    answers: { 200: ListPreview },
    failures: ['NotFoundError'],
  },
  ({ params, query }, context) => previewList(context, params.id, query),
);

async function previewList(context: ReadContext, id: number, { hash, contextName }: { hash: string; contextName: string }) {
  const { em, settings } = context;
  const segment = await findSegment(context, id);
  const { size } = await findList(em, hash);
  const before = currentIds(em, segment, contextName);
  const uses = await readVisibleUses(context, id);
  return {
    size,
    ...(await compareSorted(before, splitIds(readIdsOf(em, hash)))),
    serverOnly: size > settings.get(inlineListIds),
    uses,
    applications: await readLocalApplications(context, uses),
  } satisfies Static<typeof ListPreview>;
}

/** The ids that the segment has for the field, sorted by bytes: those of its list, or of its values. */
function currentIds(em: EntityManager, { constraints }: Segment, contextName: string): AsyncIterable<string> {
  const current = constraints.find((one) => one.contextName === contextName && ['IN', 'IN_LIST'].includes(one.operator));
  if (current?.operator === 'IN_LIST') return splitIds(readIdsOf(em, current.value ?? ''));
  return splitIds([...new Set(current?.values)].map((value) => `${value}\n`).toSorted(byBytes));
}

const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Each id with one character per byte, so that comparisons of texts are comparisons of bytes. */
async function* splitIds(parts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  for await (const part of parts) yield* Buffer.from(part).toString('latin1').split('\n').slice(0, -1);
}

async function compareSorted(before: AsyncIterable<string>, after: AsyncIterable<string>): Promise<{ added: number; removed: number }> {
  const [old, next] = [before[Symbol.asyncIterator](), after[Symbol.asyncIterator]()];
  let [added, removed] = [0, 0];
  for (let [one, other] = [await old.next(), await next.next()]; !one.done || !other.done; ) {
    const isRemoved = other.done || (!one.done && one.value < other.value);
    const isAdded = one.done || (!other.done && one.value > other.value);
    if (isRemoved) removed += 1;
    if (isAdded) added += 1;
    if (!isAdded) one = await old.next();
    if (!isRemoved) other = await next.next();
  }
  return { added, removed };
}
