import { defineEntity, LockMode, p } from '@mikro-orm/core';
import { Failure } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { Instant } from '@signalbox/kit';

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

/** 404 for an environment that does not exist. */
export async function findEnvironment(em: EntityManager, name: string): Promise<Environment> {
  return existing(await em.findOne(Environment, { name }), name);
}

/** As `findEnvironment`, for a change: its row is locked, so that changes of one environment follow each other. */
export async function lockEnvironment({ em }: Context, name: string): Promise<Environment> {
  return existing(await em.findOne(Environment, { name }, { lockMode: LockMode.PESSIMISTIC_WRITE }), name);
}

function existing(environment: Environment | null, name: string): Environment {
  if (!environment) throw new Failure('NotFoundError', `There is no environment ${name}.`);
  return environment;
}
