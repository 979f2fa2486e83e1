import { asText, describeConstraint } from '../../parts/strategy/sentence.ts';
import type { Constraint, Segment, WriteSegment } from '../../server/ask.ts';

/** The writable part of a segment. */
export type SegmentContent = Required<Pick<WriteSegment, 'name' | 'description' | 'project' | 'constraints'>>;

/** The content of a segment in a comparable format. */
export const segmentContent = ({ name, description, project, constraints }: Segment): SegmentContent => ({
  name,
  description: description ?? '',
  project,
  constraints,
});

/** The differences between two segments, one per line. */
export function describeSegmentChanges(before: SegmentContent, after: SegmentContent): readonly string[] {
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
  const [old, fresh] = [before.map(describeAll), after.map(describeAll)];
  const removed = old.filter((one) => !fresh.includes(one)).map((one) => `removed: ${one}`);
  const added = fresh.filter((one) => !old.includes(one)).map((one) => `added: ${one}`);
  const isReordered = removed.length + added.length === 0 && old.join('\n') !== fresh.join('\n');
  return [...removed, ...added, ...(isReordered ? ['conditions reordered'] : [])];
}

const shownInSentence = 5;

/** The sentence of a constraint, with number and last value of long lists, so that two of them do not look alike. */
function describeAll(constraint: Constraint): string {
  const sentence = asText(describeConstraint(constraint));
  const { values = [] } = constraint;
  return values.length > shownInSentence ? `${sentence} (${values.length} values, last ${values.at(-1)})` : sentence;
}
