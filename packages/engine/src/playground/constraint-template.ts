import type { Constraint, SegmentState } from '@signalbox/contracts';
import type { ExplainedConstraint, ExplainedSegment } from '../explanation/explanation.ts';
import { type Chunks, Template, upTo } from './template.ts';

/** Chunks of a list of constraints, each up to its result. */
export const chunksOfConstraints = (constraints: readonly Constraint[]): string[] =>
  constraints.map((constraint) => upTo('result', { inverted: false, caseInsensitive: false, values: [], ...constraint }));

/** Renders explained constraints as elements of a list. */
export function fillConstraints(chunks: Chunks, constraints: readonly ExplainedConstraint[]): string {
  let filled = '';
  for (const { result, refusal } of constraints) {
    const end = refusal === undefined ? '}' : `,"reason":${JSON.stringify(refusal)}}`;
    filled += `${filled && ','}${chunks.next()}${result}${end}`;
  }
  return filled;
}

/** Templates of segments. Several strategies may use the same segment, and it may have thousands of values. */
export class SegmentTemplates {
  readonly #bySegment = new Map<SegmentState, Template>();
  /** Number of stored characters. */
  characters = 0;

  /** Renders explained segments as elements of a list, without missing ones. */
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
