import { module } from '@signalbox/kit';
import { validateConstraintRoute } from './constraint/validate-constraint.ts';
import { addLegalValueRoute } from './context-field/add-legal-value.ts';
import { createContextFieldRoute } from './context-field/create-context-field.ts';
import { deleteContextFieldRoute } from './context-field/delete-context-field.ts';
import { deleteLegalValueRoute } from './context-field/delete-legal-value.ts';
import { getContextFieldRoute } from './context-field/get-context-field.ts';
import { listContextFieldsRoute } from './context-field/list-context-fields.ts';
import { listStrategiesOfContextFieldRoute } from './context-field/list-strategies-of-context-field.ts';
import { updateContextFieldRoute } from './context-field/update-context-field.ts';
import { validateContextFieldNameRoute } from './context-field/validate-context-field-name.ts';
import { listFeatureTypesRoute } from './feature-type/list-feature-types.ts';
import { updateLifetimeRoute } from './feature-type/update-lifetime.ts';
import { createStrategyDefinitionRoute } from './strategy-definition/create-strategy-definition.ts';
import { deleteStrategyDefinitionRoute } from './strategy-definition/delete-strategy-definition.ts';
import {
  deprecateStrategyDefinitionRoute,
  reactivateStrategyDefinitionRoute,
} from './strategy-definition/deprecate-strategy-definition.ts';
import { getStrategyDefinitionRoute } from './strategy-definition/get-strategy-definition.ts';
import { listStrategyDefinitionsRoute } from './strategy-definition/list-strategy-definitions.ts';
import { updateStrategyDefinitionRoute } from './strategy-definition/update-strategy-definition.ts';
import { createTagTypeRoute } from './tag/create-tag-type.ts';
import { createTagRoute } from './tag/create-tag.ts';
import { getTagTypeRoute } from './tag/get-tag-type.ts';
import { getTagRoute } from './tag/get-tag.ts';
import { listTagTypesRoute } from './tag/list-tag-types.ts';
import { listTagsOfTypeRoute, listTagsRoute } from './tag/list-tags.ts';
import { updateTagTypeRoute } from './tag/update-tag-type.ts';
import { validateTagTypeRoute } from './tag/validate-tag-type.ts';

/** The vocabulary that features are described with: context fields, constraints, tags, feature types and strategy types. */
export const vocabulary = module({
  routes: [
    listFeatureTypesRoute,
    listStrategyDefinitionsRoute,
    getStrategyDefinitionRoute,
    createStrategyDefinitionRoute,
    updateStrategyDefinitionRoute,
    deleteStrategyDefinitionRoute,
    deprecateStrategyDefinitionRoute,
    reactivateStrategyDefinitionRoute,
    updateLifetimeRoute,
    validateConstraintRoute,
    listContextFieldsRoute,
    validateContextFieldNameRoute,
    createContextFieldRoute,
    getContextFieldRoute,
    updateContextFieldRoute,
    deleteContextFieldRoute,
    addLegalValueRoute,
    deleteLegalValueRoute,
    listStrategiesOfContextFieldRoute,
    listTagsRoute,
    createTagRoute,
    listTagsOfTypeRoute,
    getTagRoute,
    listTagTypesRoute,
    createTagTypeRoute,
    validateTagTypeRoute,
    getTagTypeRoute,
    updateTagTypeRoute,
  ],
});
