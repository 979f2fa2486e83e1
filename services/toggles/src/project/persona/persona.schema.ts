import { DateTime, EvaluatedContext, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { Persona } from './persona.ts';

export const personaParams = Type.Object({ projectId: Type.String(), personaId: Type.String() });

/** Names neither start nor end with blanks, because databases treat trailing blanks differently. */
export const WritePersona = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '^\\S(?:[\\s\\S]*\\S)?$' }),
  description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  context: EvaluatedContext,
});
export type WritePersona = Static<typeof WritePersona>;

export const PersonaShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  context: EvaluatedContext,
  createdBy: nullable(Type.String()),
  createdAt: DateTime,
});

export function serializePersona({ id, name, description, context, createdBy, createdAt }: Persona): Static<typeof PersonaShape> {
  return {
    id,
    name,
    description: description ?? null,
    context,
    createdBy: createdBy ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** The reason why routes that write personas emit no events. */
export const emitsNothing = { none: 'because a saved context affects no evaluation, and the specification has no event for it' } as const;
