import { Type, type Static } from 'typebox';
import { Freeze } from './protection.ts';
import { EnvironmentName } from './shapes.ts';

const closed = { additionalProperties: false };
const Environments = Type.Array(EnvironmentName, { minItems: 1, maxItems: 100 });

/** The rules of a project for changes to its features. An absent rule is not active. */
export const Rules = Type.Object(
  {
    stagedFirst: Type.Optional(
      Type.Object(
        { environment: EnvironmentName, after: EnvironmentName },
        { ...closed, description: 'A feature is enabled in `after` first.' },
      ),
    ),
    maxStep: Type.Optional(
      Type.Object(
        { environment: EnvironmentName, percentage: Type.Integer({ minimum: 1, maximum: 99 }) },
        { ...closed, description: 'The rollout of a strategy rises by at most `percentage` points at once.' },
      ),
    ),
    ownerRequired: Type.Optional(
      Type.Object({ environments: Environments }, { ...closed, description: 'A feature needs an owner to be enabled.' }),
    ),
    expiryRequired: Type.Optional(
      Type.Object({}, { ...closed, description: 'The type of a new feature, or a new type of a feature, has an expected lifetime.' }),
    ),
    requiredTag: Type.Optional(
      Type.Object(
        { type: Type.String({ minLength: 1, maxLength: 50 }), environments: Environments },
        { ...closed, description: 'A feature needs a tag of the type to be enabled.' },
      ),
    ),
    description: Type.Optional(Type.Object({}, { ...closed, description: 'A feature needs a description to be created or enabled.' })),
    quietHours: Type.Optional(
      Type.Object(
        { environments: Environments, freezes: Type.Array(Freeze, { minItems: 1, maxItems: 20 }) },
        { ...closed, description: 'Only disabling a feature is possible at these times. Proposals are, too.' },
      ),
    ),
  },
  closed,
);
export type Rules = Static<typeof Rules>;
/** The name of a rule, which refusals contain. */
export type RuleName = keyof Rules;
