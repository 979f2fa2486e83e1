import { empty, fastRoute } from '@signalbox/kit';
import { Type } from 'typebox';
import { scopeKey } from '../feature/scope.ts';
import { callerOf, type CallerParts } from '../token/caller.ts';
import type { Evaluations } from '../evaluation/evaluations.ts';

import { selectScope } from './flagd-caller.ts';
import type { DefinitionSets } from './definition/definitions.ts';
import { Failure } from '@signalbox/contracts';

export interface DefinitionParts extends CallerParts {
  readonly evaluations: Evaluations;
  readonly definitions: DefinitionSets;
}

const Definition = Type.Record(Type.String(), Type.Unknown());

/** The source `http` of flagd polls this address with the ETag. */
export const getFlagdDefinitionsRoute = fastRoute(
  {
    method: 'get',
    path: '/flagd/v0/flags.json',
    summary: 'Get the features that the token can access, in the format of flagd',
    permission: 'CLIENT',
    query: Type.Object({
      project: Type.Optional(Type.String({ description: 'Only features of this project.' })),
      environment: Type.Optional(Type.String({ description: 'The environment, for a token of all environments.' })),
    }),
    answers: { 200: Type.Object({ flags: Definition, metadata: Definition }), 304: empty },
    failures: ['BadRequestError', 'NoAccessError', 'TooEarlyError', 'UnavailableError'],
  },
  async (call, parts: DefinitionParts) => {
    const scope = selectScope(await callerOf(call, parts), call.query);
    if (!scope) throw new Failure('NoAccessError', `The token has no access to the project ${call.query.project}.`);
    const set = await parts.evaluations.set(scope);
    const json = async () => Buffer.from((await parts.definitions.of(set, scope)).text);
    return { headers: { vary: 'Authorization' }, etag: `"${encodeURIComponent(scopeKey(scope))}:${set.revision}"`, json };
  },
);
