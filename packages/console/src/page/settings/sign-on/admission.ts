import { useAnswer } from '../../../server/ask.ts';
import type { EntriesOf, Values } from '../../../parts/form/fields.ts';

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

/** The fields of those settings. */
export function useAdmissionEntries() {
  const { data } = useAnswer('GET /api/admin/roles', {});
  const roles = (data?.roles ?? []).filter(({ type }) => type.startsWith('root')).map(({ name }) => name);
  return {
    autoCreate: { kind: 'flag', label: 'Create users on first login' },
    emailDomains: { kind: 'text', label: 'Allowed email domains', hint: 'Separated by commas. Leave empty to allow all.' },
    defaultRootRole: { kind: 'choice', label: 'Root role of new users', choices: [{ value: '', title: 'Editor (default)' }, ...roles] },
    enableGroupSyncing: { kind: 'flag', label: 'Sync groups from the provider' },
    groupJsonPath: { kind: 'text', label: 'Path of the groups claim', hint: 'Such as realm.groups.' },
    secondFactorAtProvider: {
      kind: 'flag',
      label: 'The provider handles two-factor authentication',
      hint: 'Otherwise users enter their second factor here after logging in at the provider.',
    },
  } as const satisfies EntriesOf<ReturnType<typeof admissionOf>>;
}

/** Omits empty texts, so that the server uses its defaults. */
export const filled = <V extends Values>(values: V): Partial<V> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? undefined : value])) as Partial<V>;
