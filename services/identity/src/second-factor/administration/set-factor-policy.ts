import { factorPolicyUpdated, RowId } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { publishCallers } from '../../base/access-broadcast.ts';
import { findRootRole } from '../../access/role/role.ts';
import { claimRevision } from '../../base/revision.ts';
import { tablesOf } from '../../tables/tables.ts';
import { FactorPolicyShape, readFactorPolicy, writeFactorPolicy } from '../../credential/factor/factor-policy.ts';
import { refuseWithoutProof } from '../../credential/factor/refuse-without-proof.ts';

const path = '/api/admin/auth/second-factor/settings';

export const getFactorPolicyRoute = route(
  {
    method: 'get',
    path,
    summary: 'Get the policy for required second factors',
    permission: 'ADMIN',
    answers: { 200: FactorPolicyShape },
    failures: [],
  },
  (_input, { em }) => readFactorPolicy(em),
);

export const setFactorPolicyRoute = route(
  {
    method: 'post',
    path,
    summary: 'Set the policy for required second factors; ends affected users’ sessions that were opened with only a password',
    permission: 'ADMIN',
    body: Type.Object({
      everybody: Type.Optional(Type.Boolean({ default: false })),
      rootRoles: Type.Optional(Type.Array(RowId, { default: [], maxItems: 100 })),
    }),
    answers: { 200: FactorPolicyShape },
    failures: ['BadDataError', 'StepUpRequired'],
    events: [factorPolicyUpdated],
  },
  async ({ body: { everybody = false, rootRoles = [] } }, context) => {
    const policy = { everybody, rootRoles: [...new Set(rootRoles)].sort((one, other) => one - other) };
    await setFactorPolicy(context, policy);
    return policy;
  },
);

async function setFactorPolicy(context: Context, policy: FactorPolicyShape): Promise<void> {
  await claimRevision(context.em);
  for (const id of policy.rootRoles) await findRootRole(context.em, id);
  await refuseWithoutProof(context);
  const preData = await readFactorPolicy(context.em);
  if (JSON.stringify(policy) === JSON.stringify(preData)) return;
  await writeFactorPolicy(context, policy);
  publishCallers(context, await usersByPasswordAlone(context));
  context.publish(factorPolicyUpdated, { data: policy, preData });
}

/** Users whose sessions may become invalid. */
async function usersByPasswordAlone({ em }: Context): Promise<number[]> {
  const rows = await tablesOf(em).selectFrom('login_session').select('user_id').distinct().where('password_only', '=', 1).execute();
  return rows.map(({ user_id }) => user_id);
}
