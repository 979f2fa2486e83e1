import { Failure } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Type } from 'typebox';
import { findRootRole } from '../../access/role/role.ts';
import type { Admission } from '../../tables/sign-on-setting.ts';

export const Url = Type.String({ maxLength: 2000 });
export const Flag = Type.Optional(Type.Boolean());

/** Whom a successful single sign-on lets in, as both kinds of settings say it. */
export const admissionFields = {
  autoCreate: Type.Optional(Type.Boolean({ description: 'Create users who log in for the first time.' })),
  emailDomains: Type.Optional(
    Type.String({ maxLength: 4000, description: 'Domains of the addresses for which users are created, separated by commas; empty: all.' }),
  ),
  defaultRootRole: Type.Optional(Type.String({ maxLength: 255, description: 'The root role of users who are created. Default: Editor.' })),
  defaultRootRoleId: Type.Optional(Type.Integer({ description: 'The same by its id, which counts before the name.' })),
  enableGroupSyncing: Flag,
  secondFactorAtProvider: Type.Optional(
    Type.Boolean({
      description:
        'Whether the identity provider takes care of second factors, as is taken for granted. If not, users who have one, or of whom one is required, prove it after the log-in there.',
    }),
  ),
  groupJsonPath: Type.Optional(
    Type.String({ maxLength: 255, description: 'Where the names of the groups of the user stand, such as `realm.groups`.' }),
  ),
};

/** Stands for a secret that is stored; sent back, it leaves the secret as it is. */
export const secretPlaceholder = '********';

/** 400 for a role that does not exist. */
export async function refuseAdmission(em: EntityManager, { defaultRootRole, defaultRootRoleId }: Admission): Promise<void> {
  if (defaultRootRole) await findRootRole(em, defaultRootRole);
  if (defaultRootRoleId !== undefined) await findRootRole(em, defaultRootRoleId);
}

/** 400 for what has to be there once the log-in is enabled. */
export function refuseMissing(settings: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const missing = names.find((name) => !settings[name]);
  if (missing !== undefined) throw new Failure('BadDataError', `${missing} is required and missing`, { path: missing });
}

/** 400 for what no browser can be sent to. */
export function refuseNoUrl(name: string, url: string | undefined): void {
  if (!url || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return;
  throw new Failure('BadDataError', `${name} must be a URL that begins with https://`, { path: name });
}
