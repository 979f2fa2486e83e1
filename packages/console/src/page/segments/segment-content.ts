import { asText, sayConstraint } from '../../parts/sentence.ts';
import type { Constraint, Segment, WriteSegment } from '../../server/operations.ts';

/** The part of a segment that can be written. */
export type SegmentContent = Required<Pick<WriteSegment, 'name' | 'description' | 'project' | 'constraints'>>;

/** What a segment says, in one shape, so that two can be compared. */
export const segmentContent = ({ name, description, project, constraints }: Segment): SegmentContent => ({
  name,
  description: description ?? '',
  project,
  constraints,
});

/** What is not the same any more, one part in a line. */
export function saySegmentChanges(before: SegmentContent, after: SegmentContent): readonly string[] {
  return [
    ...changed('name', before.name, after.name),
    ...changed('description', before.description ?? '', after.description ?? ''),
    ...changed('belongs to', before.project ?? 'the instance', after.project ?? 'the instance'),
    ...conditionChanges(before.constraints, after.constraints),
  ];
}

const changed = (part: string, before: string, after: string): readonly string[] =>
  before === after ? [] : [`${part} ${before || 'none'} → ${after || 'none'}`];

function conditionChanges(before: readonly Constraint[], after: readonly Constraint[]): readonly string[] {
  const [old, fresh] = [before.map(sayAll), after.map(sayAll)];
  const removed = old.filter((one) => !fresh.includes(one)).map((one) => `removed: ${one}`);
  const added = fresh.filter((one) => !old.includes(one)).map((one) => `added: ${one}`);
  const isReordered = removed.length + added.length === 0 && old.join('\n') !== fresh.join('\n');
  return [...removed, ...added, ...(isReordered ? ['conditions reordered'] : [])];
}

const shownInSentence = 5;

/** The sentence, and of a long list what is in it beyond what the sentence shows, lest two of them look alike. */
function sayAll(constraint: Constraint): string {
  const said = asText(sayConstraint(constraint));
  const { values = [] } = constraint;
  return values.length > shownInSentence ? `${said} (${values.length} values, last ${values.at(-1)})` : said;
}
