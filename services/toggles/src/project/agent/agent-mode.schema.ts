import { AgentMode, nullable } from '@signalbox/contracts';
import { Type } from 'typebox';

export const ModesShape = Type.Object({
  environments: Type.Array(
    Type.Object({
      environment: Type.String(),
      type: Type.String(),
      mode: AgentMode,
      isDefault: Type.Boolean({
        description: 'The type of the environment decides: production `propose`, development `write`, others `read`.',
      }),
    }),
  ),
});

export const SetModes = Type.Object(
  {
    environments: Type.Array(
      Type.Object(
        { environment: Type.String(), mode: nullable(AgentMode) },
        { additionalProperties: false, description: 'Null: as the type of the environment says.' },
      ),
      { minItems: 1, maxItems: 1000 },
    ),
  },
  { additionalProperties: false },
);
