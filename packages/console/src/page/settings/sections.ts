import type { ComponentType } from 'preact';
import { lazyPage } from '../../parts/lazy-page.ts';
import type { settingsSections } from '../../frame/settings-sections.ts';

/** A section of the settings. Any one of `permissions` makes it visible; an empty list makes it visible to everyone. */
interface SettingsSection {
  readonly id: keyof typeof settingsSections;
  readonly permissions: readonly string[];
  readonly page: ComponentType<{ readonly id?: string }>;
}

const administrator = ['ADMIN'] as const;
const tokenReaders = ['READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'] as const;
const everybody = [] as const;

/** The sections of the settings, most used first. */
export const sectionGroups: readonly { readonly title: string; readonly sections: readonly SettingsSection[] }[] = [
  {
    title: 'People',
    sections: [
      { id: 'users', permissions: administrator, page: lazyPage(() => import('./users/users-page.tsx').then((page) => page.UsersPage)) },
      { id: 'groups', permissions: administrator, page: lazyPage(() => import('./groups/groups.tsx').then((page) => page.Groups)) },
      { id: 'roles', permissions: ['READ_ROLE'], page: lazyPage(() => import('./roles/roles.tsx').then((page) => page.Roles)) },
      {
        id: 'sign-up',
        permissions: administrator,
        page: lazyPage(() => import('./users/sign-up-links.tsx').then((page) => page.SignUpLinks)),
      },
      { id: 'sign-on', permissions: administrator, page: lazyPage(() => import('./sign-on/sign-on.tsx').then((page) => page.SignOn)) },
    ],
  },
  {
    title: 'Applications and integrations',
    sections: [
      {
        id: 'api-tokens',
        permissions: tokenReaders,
        page: lazyPage(() => import('./api-tokens/api-tokens-page.tsx').then((page) => page.ApiTokensPage)),
      },
      {
        id: 'service-accounts',
        permissions: administrator,
        page: lazyPage(() => import('./service-accounts/service-accounts-page.tsx').then((page) => page.ServiceAccountsPage)),
      },
      { id: 'origins', permissions: administrator, page: lazyPage(() => import('./instance/origins.tsx').then((page) => page.Origins)) },
      { id: 'relays', permissions: administrator, page: lazyPage(() => import('./instance/relays.tsx').then((page) => page.Relays)) },
      { id: 'webhooks', permissions: everybody, page: lazyPage(() => import('./webhooks/webhooks.tsx').then((page) => page.Webhooks)) },
    ],
  },
  {
    title: 'Configuration',
    sections: [
      {
        id: 'environments',
        permissions: everybody,
        page: lazyPage(() => import('./environments/environments.tsx').then((page) => page.Environments)),
      },
      {
        id: 'context-fields',
        permissions: everybody,
        page: lazyPage(() => import('./vocabulary/context-fields.tsx').then((page) => page.ContextFields)),
      },
      { id: 'tag-types', permissions: everybody, page: lazyPage(() => import('./vocabulary/tag-types.tsx').then((page) => page.TagTypes)) },
      {
        id: 'strategies',
        permissions: everybody,
        page: lazyPage(() => import('./vocabulary/strategies.tsx').then((page) => page.Strategies)),
      },
    ],
  },
  {
    title: 'Operations',
    sections: [
      {
        id: 'migration',
        permissions: administrator,
        page: lazyPage(() => import('./migration/migration-page.tsx').then((page) => page.MigrationPage)),
      },
      {
        id: 'maintenance',
        permissions: administrator,
        page: lazyPage(() => import('./instance/maintenance-page.tsx').then((page) => page.MaintenancePage)),
      },
      {
        id: 'dead-letters',
        permissions: administrator,
        page: lazyPage(() => import('./instance/dead-letters.tsx').then((page) => page.DeadLetters)),
      },
    ],
  },
];
