export { type RequestedContext, requestedIn, type Combinations, combine, flatten, type WrittenContext } from './combinations.ts';
export {
  AdvancedAnswer,
  AdvancedQuestion,
  BasicAnswer,
  BasicQuestion,
} from './evaluation.schema.ts';
export { ResultTemplates } from './result-templates.ts';
export { writeFeature, type WrittenResult } from './write-feature.ts';
