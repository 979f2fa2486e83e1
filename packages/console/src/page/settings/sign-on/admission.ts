import type { EntriesOf, Values } from '../../../parts/form/fields.ts';
import { signOnTexts } from './texts.ts';

interface Admission {
  readonly autoCreate?: boolean;
  readonly emailDomains?: string;
  readonly defaultRootRole?: string;
  readonly enableGroupSyncing?: boolean;
  readonly groupJsonPath?: string;
  readonly secondFactorAtProvider?: boolean;
}

/** Settings that all identity providers share. */
export const admissionOf = (settings: Admission) => ({
  autoCreate: settings.autoCreate ?? false,
  emailDomains: settings.emailDomains ?? '',
  defaultRootRole: settings.defaultRootRole ?? '',
  enableGroupSyncing: settings.enableGroupSyncing ?? false,
  groupJsonPath: settings.groupJsonPath ?? '',
  secondFactorAtProvider: settings.secondFactorAtProvider ?? true,
});

export const admissionEntries = {
  autoCreate: { kind: 'flag', label: signOnTexts.autoCreate },
  emailDomains: { kind: 'text', label: signOnTexts.emailDomains, hint: signOnTexts.domainsHint },
  defaultRootRole: { kind: 'text', label: signOnTexts.defaultRole, hint: signOnTexts.roleHint },
  enableGroupSyncing: { kind: 'flag', label: signOnTexts.syncGroups },
  groupJsonPath: { kind: 'text', label: signOnTexts.groupPath, hint: signOnTexts.groupHint },
  secondFactorAtProvider: { kind: 'flag', label: signOnTexts.factorAtProvider, hint: signOnTexts.factorHint },
} as const satisfies EntriesOf<ReturnType<typeof admissionOf>>;

/** Omits empty texts, so that the server uses its defaults. */
export const filled = <V extends Values>(values: V): Partial<V> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? undefined : value])) as Partial<V>;
