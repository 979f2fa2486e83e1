import { LockMode } from '@mikro-orm/core';
import type { Context, EntityManager } from '@signalbox/kit';
import { findExisting, lockExisting } from '../../base/database/find-existing.ts';
import { environmentTable } from '../../tables/project.ts';

/** A scope in which features are evaluated, such as development or production. Protected environments cannot be switched off or deleted. */
export class Environment extends environmentTable.entity.class {}
environmentTable.entity.setClass(Environment);

const environment = (name: string) => ({ entity: Environment, where: { name }, called: `environment ${name}` });
export const findEnvironment = (em: EntityManager, name: string): Promise<Environment> => findExisting(em, environment(name));
export const lockEnvironment = ({ em }: Pick<Context, 'em'>, name: string): Promise<Environment> => lockExisting(em, environment(name));

/**
 * Returns the environment, if it exists, locked for share: it does not change until the unit of work ends, and others may share
 * the lock.
 */
export async function shareEnvironment(em: EntityManager, name: string): Promise<Environment | null> {
  return em.findOne(Environment, { name }, { lockMode: LockMode.PESSIMISTIC_READ });
}
