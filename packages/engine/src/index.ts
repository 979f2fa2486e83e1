export { Batch } from './batch/batch.ts';
export { BatchRun } from './batch/batch-run.ts';
export { isNetwork } from './constraint/address.ts';
export { type Constancy, constancyOf } from './constant/constancy-of.ts';
export { type CompiledConstraint, compileConstraint } from './constraint/compile-constraint.ts';
export { parseInstant } from './constraint/instant.ts';
export { compareVersions, isVersion } from './constraint/version.ts';
export type { EvaluationContext, Effects } from './context.ts';
export {
  beginOutcome,
  type Decision,
  type DisabledVariant,
  type Evaluation,
  type Outcome,
  serializeVariant,
  type SelectedVariant,
  type Test,
} from './evaluation.ts';
export type {
  ExplainedConstraint,
  ExplainedParent,
  ExplainedRuleShare,
  ExplainedSegment,
  ExplainedShare,
  ExplainedStrategy,
  Explanation,
} from './explanation/explanation.ts';
export { nearestOf } from './explanation/nearest.ts';
export { type CompiledFeature, compileFeature, type FeatureLookup } from './feature/compile-feature.ts';
export { settingsOf } from './feature/settings-of.ts';
export { chunksFrom, type FetchChunk, fetchLists } from './list/fetch-lists.ts';
export { IdList } from './list/id-list.ts';
export { listIn, type Lists, listsIn, type Segments, segmentsOf, withLists } from './list/segments.ts';
export { lookup } from './lookup.ts';
export { type Excess, maxInstructions, Pattern } from './pattern/pattern.ts';
export { type Decides, type Reach, reachOf } from './reach.ts';
export { stepsPerEvaluation, stepsPerTurn } from './steps.ts';
export type { CompiledSegment } from './segment/compile-segment.ts';
export type { CompiledStrategy } from './strategy/compile-strategy.ts';
export type { CompiledVariants, SelectVariant } from './variant/compile-variants.ts';
