import { apart, exempt, refused, type Ways } from '../way.ts';
import type { Stage } from '../stage.ts';
import { tags } from './reasons.ts';

const ofField = async (on: Stage) => ({ contextField: await on.field() });
const ofType = async (on: Stage) => ({ name: await on.strategyType() });
const ofTagType = async (on: Stage) => ({ name: await on.tagType() });
const fresh = (on: Stage) => ({ name: on.fresh() });

/** Aimed at vocabulary that strategies of production use. */
export const waysOfVocabulary: Ways = {
  'POST /api/admin/strategies': apart({ body: (on: Stage) => ({ name: on.fresh(), parameters: [] }) }),
  'PUT /api/admin/strategies/:name': apart({ at: ofType, body: { parameters: [{ name: 'other', type: 'string', required: true }] } }),
  'DELETE /api/admin/strategies/:name': refused('strategies use it', { at: ofType }),
  'POST /api/admin/strategies/:name/deprecate': apart({ at: ofType }),
  'POST /api/admin/strategies/:name/reactivate': apart({
    at: async (on: Stage) => {
      const name = await on.strategyType();
      await on.post(`/api/admin/strategies/${name}/deprecate`);
      return { name };
    },
  }),
  'PUT /api/admin/feature-types/:id/lifetime': apart({ at: { id: 'release' }, body: { lifetimeDays: 1 } }),
  'POST /api/admin/constraints/validate': apart({ body: { contextName: 'appName', operator: 'IN', values: ['till'] } }),
  'POST /api/admin/context/validate': apart({ body: fresh }),
  'POST /api/admin/context': apart({ body: fresh }),
  'PUT /api/admin/context/:contextField': apart({ at: ofField, body: { legalValues: [{ value: 'b' }], stickiness: false } }),
  'DELETE /api/admin/context/:contextField': refused('constraints use it', { at: ofField }),
  'POST /api/admin/context/:contextField/legal-values': apart({ at: ofField, body: { value: 'c' } }),
  'DELETE /api/admin/context/:contextField/legal-values/:legalValue': apart({
    at: async (on: Stage) => ({ ...(await ofField(on)), legalValue: 'a' }),
  }),
  'POST /api/admin/tags': apart({ body: (on: Stage) => ({ type: 'simple', value: on.fresh() }) }),
  'DELETE /api/admin/tags/:type/:value': exempt(tags, { at: async (on: Stage) => ({ type: await on.tagType(), value: 'till' }) }),
  'POST /api/admin/tag-types': apart({ body: fresh }),
  'POST /api/admin/tag-types/validate': apart({ body: fresh }),
  'PUT /api/admin/tag-types/:name': apart({ at: ofTagType, body: { description: 'Ours' } }),
  'DELETE /api/admin/tag-types/:name': exempt(tags, { at: ofTagType }),
};
