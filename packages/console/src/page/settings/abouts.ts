import type { settingsTitles } from '../../frame/settings-titles.ts';

/** The purpose of each section of the settings. */
export const settingsAbouts: Readonly<Record<keyof typeof settingsTitles, string>> = {
  users: 'People who can log in',
  groups: 'Manage access for several users at once',
  roles: 'Sets of permissions',
  'sign-up': 'Let people create their own accounts',
  'sign-on': 'Passwords, two-factor authentication, single sign-on',
  'api-tokens': 'Tokens for client and frontend SDKs',
  'service-accounts': 'Machine users for scripts and CI',
  origins: 'Websites that can use the frontend API',
  relays: 'Relays and Edge instances that serve features close to applications',
  webhooks: 'Send events to chat, monitoring or your own endpoint',
  environments: 'Places where features are turned on and off',
  'context-fields': 'Fields that conditions can use',
  'tag-types': 'Categories of feature tags',
  strategies: 'Rules that decide who gets a feature',
  migration: 'Copy a running Unleash, and prove that both serve the same',
  maintenance: 'Make the instance read-only',
  'dead-letters': 'Messages that could not be processed',
};
