import type { EntriesOf, Values } from '../../../parts/fields.ts';
import { words } from '../../../base/words.ts';

interface Admission {
  readonly autoCreate?: boolean;
  readonly emailDomains?: string;
  readonly defaultRootRole?: string;
  readonly enableGroupSyncing?: boolean;
  readonly groupJsonPath?: string;
  readonly secondFactorAtProvider?: boolean;
}

/** Whom a log-in at an identity provider lets in: the same for all of them. */
export const admissionOf = (settings: Admission) => ({
  autoCreate: settings.autoCreate ?? false,
  emailDomains: settings.emailDomains ?? '',
  defaultRootRole: settings.defaultRootRole ?? '',
  enableGroupSyncing: settings.enableGroupSyncing ?? false,
  groupJsonPath: settings.groupJsonPath ?? '',
  secondFactorAtProvider: settings.secondFactorAtProvider ?? true,
});

export const admissionEntries = {
  autoCreate: { kind: 'flag', label: words.signOn.autoCreate },
  emailDomains: { kind: 'text', label: words.signOn.emailDomains, hint: words.signOn.domainsHint },
  defaultRootRole: { kind: 'text', label: words.signOn.defaultRole, hint: words.signOn.roleHint },
  enableGroupSyncing: { kind: 'flag', label: words.signOn.syncGroups },
  groupJsonPath: { kind: 'text', label: words.signOn.groupPath, hint: words.signOn.groupHint },
  secondFactorAtProvider: { kind: 'flag', label: words.signOn.factorAtProvider, hint: words.signOn.factorHint },
} as const satisfies EntriesOf<ReturnType<typeof admissionOf>>;

/** The values that say something: an empty text is none, so that the server keeps to its own default. */
export const filled = <V extends Values>(values: V): Partial<V> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? undefined : value])) as Partial<V>;
