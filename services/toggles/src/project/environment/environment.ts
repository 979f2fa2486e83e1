import { defineEntity, LockMode, p } from '@mikro-orm/core';
import type { Context, EntityManager } from '@signalbox/kit';
import { Instant } from '@signalbox/kit';
import { findExisting, lockExisting } from '../../base/database/find-existing.ts';

export const environmentEntity = defineEntity({
  name: 'Environment',
  tableName: 'environment',
  properties: {
    name: p.string().primary(),
    type: p.string(),
    enabled: p.boolean(),
    protected: p.boolean().fieldName('is_protected'),
    sortOrder: p.integer().fieldName('sort_order'),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
  },
});

/** Where features are evaluated: development, production. Protected ones can be neither switched off nor deleted. */
export class Environment extends environmentEntity.class {}
environmentEntity.setClass(Environment);

const environment = (name: string) => ({ entity: Environment, where: { name }, called: `environment ${name}` });
export const findEnvironment = (em: EntityManager, name: string): Promise<Environment> => findExisting(em, environment(name));
export const lockEnvironment = ({ em }: Pick<Context, 'em'>, name: string): Promise<Environment> => lockExisting(em, environment(name));

/** The environment, if it exists, locked for share: it stays as it is until the unit of work ends, and others may share the lock. */
export async function shareEnvironment(em: EntityManager, name: string): Promise<Environment | null> {
  return em.findOne(Environment, { name }, { lockMode: LockMode.PESSIMISTIC_READ });
}
