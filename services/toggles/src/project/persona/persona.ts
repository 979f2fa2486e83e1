import { Failure } from '@signalbox/contracts';
import { type EntityManager } from '@signalbox/kit';
import { findExisting, lockExisting } from '../../base/database/find-existing.ts';
import { personaTable } from '../../tables/project.ts';

/** A named context that users evaluate features for repeatedly. */
export class Persona extends personaTable.entity.class {}
personaTable.entity.setClass(Persona);

const persona = (project: string, id: string) => ({ entity: Persona, where: { id, project }, called: `persona ${id}` });
export const findPersona = (em: EntityManager, project: string, id: string): Promise<Persona> => findExisting(em, persona(project, id));
export const lockPersona = (em: EntityManager, project: string, id: string): Promise<Persona> => lockExisting(em, persona(project, id));

/** Throws 409 if another persona of the project has the name. `own` is the id of the persona that may have it. */
export async function refuseTakenPersonaName(em: EntityManager, project: string, name: string, own?: string): Promise<void> {
  const taken = await em.findOne(Persona, { project, name });
  if (taken && taken.id !== own) throw new Failure('NameExistsError', `A persona named ${name} already exists.`);
}
