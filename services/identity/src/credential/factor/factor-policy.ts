import type { Context, EntityManager } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { type Holder, holdsRootRole } from '../../access/grant/administers.ts';
import { factorPolicyTable } from '../../tables/factor.ts';

/** Users who need a second factor. */
class FactorPolicy extends factorPolicyTable.entity.class {}
factorPolicyTable.entity.setClass(FactorPolicy);

export const FactorPolicyShape = Type.Object({
  everybody: Type.Boolean({ description: 'Require a second factor from all users.' }),
  rootRoles: Type.Array(Type.Integer(), { description: 'Ids of root roles whose users need a second factor.' }),
});
export type FactorPolicyShape = Static<typeof FactorPolicyShape>;

/** The current policy. Requires no second factor until an administrator sets it. */
export async function readFactorPolicy(em: EntityManager): Promise<FactorPolicyShape> {
  const policy = await em.findOne(FactorPolicy, { id: 1 });
  return { everybody: policy?.everybody ?? false, rootRoles: policy?.rootRoles ?? [] };
}

export const writeFactorPolicy = ({ em }: Context, policy: FactorPolicyShape) => em.upsert(FactorPolicy, { id: 1, ...policy });

/** Returns whether the user needs a second factor because of its own root role or that of a group. */
export async function isFactorRequired(em: EntityManager, holder: Holder): Promise<boolean> {
  const { everybody, rootRoles } = await readFactorPolicy(em);
  return everybody || holdsRootRole(em, holder, rootRoles);
}
