import { impactIdentifier } from '@signalbox/contracts';
import { chunksOf, type ReadContext } from '@signalbox/kit';
import { isAnyOf } from '@signalbox/table';
import { tablesOf } from '../../tables/tables.ts';

/**
 * The labels that are names of features in projects that the caller cannot see. SDKs label values with the features that were evaluated.
 * In a pattern, `_` stands for any character, as it does in a label.
 */
export async function readHiddenLabels(
  { em, access, actor }: Pick<ReadContext, 'em' | 'access' | 'actor'>,
  labels: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const visible = access.visibleTo(actor);
  if (visible === 'all' || labels.size === 0) return new Set();
  const hidden = new Set<string>();
  for (const some of chunksOf([...labels], 100)) {
    const rows = await tablesOf(em)
      .selectFrom('feature')
      .where((where) => where.or(some.map((label) => where('name', 'like', label))))
      .where((where) => where.not(isAnyOf(where.ref('project_id'), visible)))
      .select('name')
      .execute();
    for (const { name } of rows) hidden.add(impactIdentifier(name));
  }
  return hidden.intersection(labels);
}
