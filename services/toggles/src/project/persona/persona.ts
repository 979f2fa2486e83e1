import { defineEntity, p } from '@mikro-orm/core';
import { type EvaluatedContext, Failure } from '@signalbox/contracts';
import { type EntityManager, Instant, JsonText } from '@signalbox/kit';
import { findExisting, lockExisting } from '../../base/database/find-existing.ts';

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

/** A context that features are evaluated for again and again, under a name. */
export class Persona extends personaEntity.class {}
personaEntity.setClass(Persona);

const persona = (project: string, id: string) => ({ entity: Persona, where: { id, project }, called: `persona ${id}` });
export const findPersona = (em: EntityManager, project: string, id: string): Promise<Persona> => findExisting(em, persona(project, id));
export const lockPersona = (em: EntityManager, project: string, id: string): Promise<Persona> => lockExisting(em, persona(project, id));

/** Names are unique in a project. `own` is the persona that may have the name. */
export async function refuseTakenPersonaName(em: EntityManager, project: string, name: string, own?: string): Promise<void> {
  const taken = await em.findOne(Persona, { project, name });
  if (taken && taken.id !== own) throw new Failure('NameExistsError', `A persona with the name ${name} exists already.`);
}
