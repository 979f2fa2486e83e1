import { stored, type Step } from './step.ts';

const constraint = { contextName: 'plan', operator: 'IN', values: ['pro'] };

/** Context fields, segments, tags, strategy types and feature types. `cart` gets the tag that later events include. */
export const vocabularySteps: readonly Step[] = [
  { route: 'POST /context/validate', body: { name: 'free' }, events: [] },
  { route: 'POST /context', body: { name: 'plan' }, events: ['context-field-created -/-/-'], carries: ['d'] },
  {
    route: 'PUT /context/:contextField',
    at: ['plan'],
    body: { description: 'What they pay' },
    events: ['context-field-updated -/-/-'],
    carries: ['dp'],
  },
  {
    route: 'POST /context/:contextField/legal-values',
    at: ['plan'],
    body: { value: 'gold' },
    events: ['context-field-updated -/-/-'],
    carries: ['dp'],
  },
  {
    route: 'DELETE /context/:contextField/legal-values/:legalValue',
    at: ['plan', 'gold'],
    events: ['context-field-updated -/-/-'],
    carries: ['dp'],
  },
  { route: 'POST /context', body: { name: 'brief' }, events: ['context-field-created -/-/-'], carries: ['d'] },
  { route: 'DELETE /context/:contextField', at: ['brief'], events: ['context-field-deleted -/-/-'], carries: ['p'] },
  { route: 'POST /constraints/validate', body: constraint, events: [] },
  { route: 'POST /segments/validate', body: { name: 'free' }, events: [] },
  {
    route: 'POST /segments',
    body: { name: 'payers', constraints: [constraint] },
    events: ['segment-created -/-/-'],
    carries: ['d'],
    keep: 'segment',
  },
  {
    route: 'PUT /segments/:id',
    at: [stored('segment')],
    body: { name: 'buyers', constraints: [] },
    events: ['segment-updated -/-/-'],
    carries: ['dp'],
  },
  { route: 'POST /segments', body: { name: 'brief', constraints: [] }, events: ['segment-created -/-/-'], carries: ['d'], keep: 'brief' },
  { route: 'DELETE /segments/:id', at: [stored('brief')], events: ['segment-deleted -/-/-'], carries: ['p'] },
  { route: 'POST /tag-types/validate', body: { name: 'free' }, events: [] },
  { route: 'POST /tag-types', body: { name: 'team' }, events: ['tag-type-created -/-/-'], carries: ['d'] },
  { route: 'PUT /tag-types/:name', at: ['team'], body: { icon: 'T' }, events: ['tag-type-updated -/-/-'], carries: ['d'] },
  { route: 'POST /tags', body: { type: 'team', value: 'blue' }, events: ['tag-created -/-/-'], carries: ['d'] },
  { route: 'DELETE /tags/:type/:value', at: ['team', 'blue'], events: ['tag-deleted -/-/-'], carries: ['d'] },
  { route: 'DELETE /tag-types/:name', at: ['team'], events: ['tag-type-deleted -/-/-'], carries: ['p'] },
  {
    route: 'POST /features/:featureName/tags',
    at: ['cart'],
    body: { type: 'simple', value: 'ours' },
    events: ['tag-created -/-/-', 'feature-tagged shop/-/cart [simple:ours]'],
    carries: ['d', 'd'],
  },
  {
    route: 'PUT /features/:featureName/tags',
    at: ['cart'],
    body: { addedTags: [{ type: 'simple', value: 'new' }], removedTags: [] },
    events: ['tag-created -/-/-', 'feature-tagged shop/-/cart [simple:new simple:ours]'],
    carries: ['d', 'd'],
  },
  {
    route: 'DELETE /features/:featureName/tags/:type/:value',
    at: ['cart', 'simple', 'new'],
    events: ['feature-untagged shop/-/cart [simple:ours]'],
    carries: ['p'],
  },
  {
    route: 'PUT /projects/:projectId/tags',
    at: ['shop'],
    body: { features: ['cart', 'basket'], tags: { addedTags: [{ type: 'simple', value: 'new' }], removedTags: [] } },
    events: ['feature-tagged shop/-/cart [simple:new simple:ours]', 'feature-tagged shop/-/basket [simple:new]'],
    carries: ['d', 'd'],
  },
  {
    route: 'PUT /projects/:projectId/tags',
    at: ['shop'],
    body: { features: ['cart', 'basket'], tags: { addedTags: [], removedTags: [{ type: 'simple', value: 'new' }] } },
    events: ['feature-untagged shop/-/cart [simple:ours]', 'feature-untagged shop/-/basket'],
    carries: ['p', 'p'],
  },
  { route: 'POST /strategies', body: { name: 'own', parameters: [] }, events: ['strategy-created -/-/-'], carries: ['d'] },
  {
    route: 'PUT /strategies/:name',
    at: ['own'],
    body: { description: 'Ours', parameters: [] },
    events: ['strategy-updated -/-/-'],
    carries: ['dp'],
  },
  { route: 'POST /strategies/:name/deprecate', at: ['own'], events: ['strategy-deprecated -/-/-'], carries: ['d'] },
  { route: 'POST /strategies/:name/reactivate', at: ['own'], events: ['strategy-reactivated -/-/-'], carries: ['d'] },
  { route: 'DELETE /strategies/:name', at: ['own'], events: ['strategy-deleted -/-/-'], carries: ['d'] },
  {
    route: 'PUT /feature-types/:id/lifetime',
    at: ['release'],
    body: { lifetimeDays: 60 },
    events: ['feature-type-updated -/-/-'],
    carries: ['dp'],
  },
];

/** Requests about consoles and applications that emit no events. */
export const quietSteps: readonly Step[] = [
  { route: 'POST /record-ui-error', body: { errorMessage: 'It broke.' }, events: [] },
  { route: 'POST /splash/:id', at: ['news'], events: [] },
  { route: 'POST /feedback', body: { feedbackId: 'search' }, events: [] },
  { route: 'PUT /feedback/:id', at: ['search'], body: { neverShow: true }, events: [] },
  { route: 'POST /metrics/applications/:appName', at: ['shop'], body: { description: 'Sells' }, events: [] },
  { route: 'DELETE /metrics/applications/:appName', at: ['shop'], events: [] },
];
