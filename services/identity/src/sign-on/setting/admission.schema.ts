import { Failure, RowId } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Type } from 'typebox';
import { findRootRole } from '../../access/role/role.ts';
import type { Admission } from '../../tables/sign-on-setting.ts';

export const Url = Type.String({ maxLength: 2000 });
export const Flag = Type.Optional(Type.Boolean());

/** Admission rules, common to the settings of both protocols. */
export const admissionFields = {
  autoCreate: Type.Optional(Type.Boolean({ description: 'Create users at their first login.' })),
  emailDomains: Type.Optional(
    Type.String({ maxLength: 4000, description: 'Email domains for which users are created, separated by commas; empty: all.' }),
  ),
  defaultRootRole: Type.Optional(Type.String({ maxLength: 255, description: 'Name of the root role for created users. Default: Editor.' })),
  defaultRootRoleId: Type.Optional(
    Type.Integer({ ...RowId, description: 'Id of the root role for created users; takes precedence over the name.' }),
  ),
  enableGroupSyncing: Flag,
  secondFactorAtProvider: Type.Optional(
    Type.Boolean({
      description:
        'Whether the identity provider handles second factors (default). If false, users who have or need a second factor also confirm it here.',
    }),
  ),
  groupJsonPath: Type.Optional(
    Type.String({ maxLength: 255, description: 'Path of the user’s group names in the response, such as `realm.groups`.' }),
  ),
};

/** Replaces a stored secret in responses; sending it back leaves the secret unchanged. */
export const secretPlaceholder = '********';

/** Texts from forms without blanks around them, which no provider means and no comparison would match. */
export const trimmed = <T extends object>(settings: T): T =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])) as T;

/** Throws 400 for a role that does not exist. */
export async function refuseAdmission(em: EntityManager, { defaultRootRole, defaultRootRoleId }: Admission): Promise<void> {
  if (defaultRootRole) await findRootRole(em, defaultRootRole, 'defaultRootRole');
  if (defaultRootRoleId !== undefined) await findRootRole(em, defaultRootRoleId, 'defaultRootRoleId');
}

/** Throws 400 for missing settings that an enabled login requires. */
export function refuseMissing(settings: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const missing = names.find((name) => !settings[name]);
  if (missing !== undefined) throw new Failure('BadDataError', `${missing} is required`, { path: missing });
}

/** Throws 400 unless the URL uses http or https. */
export function refuseNoUrl(name: string, url: string | undefined): void {
  if (!url || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return;
  throw new Failure('BadDataError', `${name} must be a URL that starts with https://`, { path: name });
}
