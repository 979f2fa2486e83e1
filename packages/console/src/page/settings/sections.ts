import type { ComponentType } from 'preact';
import { lazyPage } from '../../parts/lazy-page.ts';
import type { settingsTitles } from '../../frame/settings-titles.ts';

/** A section of the settings. Any one of `permissions` makes it visible; an empty list makes it visible to everyone. */
interface SettingsSection {
  readonly id: keyof typeof settingsTitles;
  readonly permissions: readonly string[];
  readonly page: ComponentType<{ readonly id?: string }>;
}

const administrator = ['ADMIN'] as const;
const tokenReaders = ['READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'] as const;
const everybody = [] as const;

const section = (
  id: SettingsSection['id'],
  permissions: readonly string[],
  load: Parameters<typeof lazyPage<{ readonly id?: string }>>[0],
): SettingsSection => ({
  id,
  permissions,
  page: lazyPage(load),
});

/** The sections of the settings, most used first. */
export const sectionGroups: readonly { readonly title: string; readonly sections: readonly SettingsSection[] }[] = [
  {
    title: 'People',
    sections: [
      section('users', administrator, () => import('./users/users-page.tsx').then((page) => page.UsersPage)),
      section('groups', administrator, () => import('./groups/groups.tsx').then((page) => page.Groups)),
      section('roles', ['READ_ROLE'], () => import('./roles/roles.tsx').then((page) => page.Roles)),
      section('sign-up', administrator, () => import('./users/sign-up-links.tsx').then((page) => page.SignUpLinks)),
      section('sign-on', administrator, () => import('./sign-on/sign-on.tsx').then((page) => page.SignOn)),
    ],
  },
  {
    title: 'Applications and integrations',
    sections: [
      section('api-tokens', tokenReaders, () => import('./api-tokens/api-tokens-page.tsx').then((page) => page.ApiTokensPage)),
      section('service-accounts', administrator, () =>
        import('./service-accounts/service-accounts-page.tsx').then((page) => page.ServiceAccountsPage),
      ),
      section('origins', administrator, () => import('./instance/origins.tsx').then((page) => page.Origins)),
      section('relays', administrator, () => import('./instance/relays.tsx').then((page) => page.Relays)),
      section('webhooks', everybody, () => import('./webhooks/webhooks.tsx').then((page) => page.Webhooks)),
    ],
  },
  {
    title: 'Configuration',
    sections: [
      section('environments', everybody, () => import('./environments/environments.tsx').then((page) => page.Environments)),
      section('context-fields', everybody, () => import('./vocabulary/context-fields.tsx').then((page) => page.ContextFields)),
      section('tag-types', everybody, () => import('./vocabulary/tag-types.tsx').then((page) => page.TagTypes)),
      section('strategies', everybody, () => import('./vocabulary/strategies.tsx').then((page) => page.Strategies)),
    ],
  },
  {
    title: 'Operations',
    sections: [
      section('migration', administrator, () => import('./migration/migration-page.tsx').then((page) => page.MigrationPage)),
      section('maintenance', administrator, () => import('./instance/maintenance-page.tsx').then((page) => page.MaintenancePage)),
      section('dead-letters', administrator, () => import('./instance/dead-letters.tsx').then((page) => page.DeadLetters)),
    ],
  },
];
