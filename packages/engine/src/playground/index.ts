export { type Combinations, combine, flatten, type WrittenContext } from './combinations.ts';
export {
  AdvancedAnswer,
  AdvancedQuestion,
  BasicAnswer,
  BasicQuestion,
} from './evaluation.schema.ts';
export { type FeatureResult, presentResult, presentResultWithContext } from './feature-result.ts';
