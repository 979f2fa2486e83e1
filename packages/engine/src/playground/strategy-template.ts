import type { ExplainedShare, ExplainedStrategy } from '../explanation/explanation.ts';
import type { CompiledFeature } from '../feature/compile-feature.ts';
import { fillConstraints, chunksOfConstraints, type SegmentTemplates } from './constraint-template.ts';
import { type Chunks, upTo } from './template.ts';

/** A result, or `unknown` if only the application itself can decide. */
export type Verdict = true | false | 'unknown';

/** Strategies that depend on the application's host. */
const dependOnHost: readonly string[] = ['applicationHostname'];

const isKnowable = ({ known, state }: ExplainedStrategy): boolean => known && !dependOnHost.includes(state.name);

/** Result of one strategy. Disabled ones might hold if they were enabled. */
export function verdictOf(explained: ExplainedStrategy): Verdict {
  if (explained.disabled) return 'unknown';
  return isKnowable(explained) ? explained.holds : explained.applies && 'unknown';
}

/** Chunks of a strategy that are independent of the context (reference, playground §3.3 "StrategyResult"). */
export function chunksOfStrategy({ state: feature, environment }: CompiledFeature, explained: ExplainedStrategy): string[] {
  const { state, disabled, share, constraints } = explained;
  const { id = '', name, title, parameters } = state;
  const edit = `/projects/${feature.project}/features/${feature.name}/strategies/edit?environmentId=${environment}&strategyId=${id}`;
  return [
    upTo('result', { id, name, ...(title && { title }), disabled, parameters }),
    `,"share":${share ? upTo('value', scaleOf(share)) : 'null'}`,
    ...chunksOfConstraints(constraints.map((constraint) => constraint.state)),
    `],"links":${JSON.stringify({ edit })}}`,
  ];
}

export function fillStrategy(chunks: Chunks, explained: ExplainedStrategy, segmentTemplates: SegmentTemplates): string {
  const { share, passes, constraints, segments } = explained;
  const beginning = chunks.next() + outcomeOf(explained) + chunks.next() + (share ? bucketOf(share) : '');
  const ownRule = `,"passes":${isKnowable(explained) ? passes : '"unknown"'},"constraints":[`;
  return `${beginning}${ownRule}${fillConstraints(chunks, constraints)}],"segments":[${segmentTemplates.fill(segments)}${chunks.next()}`;
}

function outcomeOf(explained: ExplainedStrategy): string {
  const { disabled, state, variant, variantShare } = explained;
  if (disabled) return '{"evaluationStatus":"unevaluated","enabled":"unknown"}';
  const verdict = verdictOf(explained);
  if (!isKnowable(explained)) return `{"evaluationStatus":"incomplete","enabled":${verdict && '"unknown"'}}`;
  if (!variant) return verdict ? '{"evaluationStatus":"complete","enabled":true}' : '{"evaluationStatus":"complete","enabled":false}';
  return JSON.stringify({ evaluationStatus: 'complete', enabled: verdict, variant, variants: state.variants, variantShare });
}

const scaleOf = ({ value: _value, bucket: _bucket, chance: _chance, ...scale }: ExplainedShare) => scale;

const bucketOf = ({ value, bucket, chance }: ExplainedShare): string => `${JSON.stringify(value)},"bucket":${bucket},"chance":${chance}}`;
