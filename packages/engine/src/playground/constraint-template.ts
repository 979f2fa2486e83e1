import type { Constraint, SegmentState } from '@signalbox/contracts';
import type { ExplainedConstraint, ExplainedSegment } from '../explanation/explanation.ts';
import { type Chunks, Template, upTo } from './template.ts';

/** Each constraint of a list up to its result. */
export const chunksOfConstraints = (constraints: readonly Constraint[]): string[] =>
  constraints.map((constraint) => upTo('result', { inverted: false, caseInsensitive: false, values: [], ...constraint }));

/** Constraints with what is explained of each, as elements of a list. */
export function fillConstraints(chunks: Chunks, constraints: readonly ExplainedConstraint[]): string {
  let filled = '';
  for (const { result, refusal } of constraints) {
    const end = refusal === undefined ? '}' : `,"reason":${JSON.stringify(refusal)}}`;
    filled += `${filled && ','}${chunks.next()}${result}${end}`;
  }
  return filled;
}

/** The templates of segments: several strategies may name the same one, and it may have thousands of values. */
export class SegmentTemplates {
  readonly #bySegment = new Map<SegmentState, Template>();
  /** How many characters they hold. */
  characters = 0;

  /** Segments with what is explained of each, as elements of a list. One that does not exist is left out. */
  fill(segments: readonly ExplainedSegment[]): string {
    let filled = '';
    for (const { state, result, constraints } of segments) {
      if (!state) continue;
      const chunks = this.#templateOf(state).chunks();
      filled += `${filled && ','}${chunks.next()}${result},"constraints":[${fillConstraints(chunks, constraints)}]}`;
    }
    return filled;
  }

  #templateOf(segment: SegmentState): Template {
    const known = this.#bySegment.get(segment);
    if (known) return known;
    const { id, name, constraints } = segment;
    const template = new Template([upTo('result', { id, name }), ...chunksOfConstraints(constraints)]);
    this.characters += template.length;
    this.#bySegment.set(segment, template);
    return template;
  }
}
