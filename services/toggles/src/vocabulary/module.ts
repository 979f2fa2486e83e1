// The vocabulary that features are described with: context fields, constraints, tags, feature types and strategy types.

export { validateConstraintRoute } from './constraint/validate-constraint.ts';
export { addLegalValueRoute } from './context-field/add-legal-value.ts';
export { createContextFieldRoute } from './context-field/create-context-field.ts';
export { deleteContextFieldRoute } from './context-field/delete-context-field.ts';
export { deleteLegalValueRoute } from './context-field/delete-legal-value.ts';
export { getContextFieldRoute } from './context-field/get-context-field.ts';
export { listContextFieldsRoute } from './context-field/list-context-fields.ts';
export { listStrategiesOfContextFieldRoute } from './context-field/list-strategies-of-context-field.ts';
export { updateContextFieldRoute } from './context-field/update-context-field.ts';
export { validateContextFieldNameRoute } from './context-field/validate-context-field-name.ts';
export { listFeatureTypesRoute } from './feature-type/list-feature-types.ts';
export { updateLifetimeRoute } from './feature-type/update-lifetime.ts';
export { createStrategyDefinitionRoute } from './strategy-definition/create-strategy-definition.ts';
export { deleteStrategyDefinitionRoute } from './strategy-definition/delete-strategy-definition.ts';
export {
  deprecateStrategyDefinitionRoute,
  reactivateStrategyDefinitionRoute,
} from './strategy-definition/deprecate-strategy-definition.ts';
export { getStrategyDefinitionRoute } from './strategy-definition/get-strategy-definition.ts';
export { listStrategyDefinitionsRoute } from './strategy-definition/list-strategy-definitions.ts';
export { updateStrategyDefinitionRoute } from './strategy-definition/update-strategy-definition.ts';
export { createTagTypeRoute } from './tag/create-tag-type.ts';
export { createTagRoute } from './tag/create-tag.ts';
export { getTagTypeRoute } from './tag/get-tag-type.ts';
export { getTagRoute } from './tag/get-tag.ts';
export { listTagTypesRoute } from './tag/list-tag-types.ts';
export { listTagsOfTypeRoute, listTagsRoute } from './tag/list-tags.ts';
export { updateTagTypeRoute } from './tag/update-tag-type.ts';
export { validateTagTypeRoute } from './tag/validate-tag-type.ts';
