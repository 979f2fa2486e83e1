import { defineEntity, LockMode, p } from '@mikro-orm/core';
import { type EvaluatedContext, Failure } from '@signalbox/contracts';
import { type EntityManager, Instant, JsonText } from '@signalbox/kit';

export const personaEntity = defineEntity({
  name: 'Persona',
  tableName: 'persona',
  properties: {
    id: p.string().primary(),
    project: p.string().fieldName('project_id'),
    name: p.string(),
    description: p.text().nullable(),
    context: p.type(JsonText).$type<EvaluatedContext>(),
    createdBy: p.string().fieldName('created_by').nullable(),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
  },
});

/** A context that a project's people evaluate features for again and again, under a name. */
export class Persona extends personaEntity.class {}
personaEntity.setClass(Persona);

/** 404 for a persona that is not of the project. Ids are compared byte by byte, because a database may pass over a trailing blank. */
export async function findPersona(em: EntityManager, project: string, id: string): Promise<Persona> {
  return existing(await em.findOne(Persona, { id, project }), id);
}

/** As `findPersona`, for a change: the row is locked. */
export async function lockPersona(em: EntityManager, project: string, id: string): Promise<Persona> {
  return existing(await em.findOne(Persona, { id, project }, { lockMode: LockMode.PESSIMISTIC_WRITE }), id);
}

function existing(persona: Persona | null, id: string): Persona {
  if (persona?.id === id) return persona;
  throw new Failure('NotFoundError', `There is no persona ${id}.`);
}

/** Names are unique in a project. `own` is the persona that may have the name. */
export async function refuseTakenPersonaName(em: EntityManager, project: string, name: string, own?: string): Promise<void> {
  const taken = await em.findOne(Persona, { project, name });
  if (taken && taken.id !== own) throw new Failure('NameExistsError', `A persona with the name ${name} exists already.`);
}
