/** A page of the console as it stands with sample data: what tests of all pages and the pictures go through. */
export interface ConsolePage {
  /** What its picture is called. */
  readonly name: string;
  readonly path: string;
  /** Whether it is for whoever is not logged in. */
  readonly isOutside?: boolean;
  /** Whether it is drawn for a phone, too. */
  readonly onPhone?: boolean;
  /** Whether its address depends on a secret that is made for each visit, so that nothing but its refusal is shown. */
  readonly isRefused?: boolean;
}

const feature = '/projects/shop/features/express-pay';

/** Every page. A page that is missing here is named by `pages.test.ts`. */
export const consolePages: readonly ConsolePage[] = [
  { name: 'log-in', path: '/login', isOutside: true, onPhone: true },
  { name: 'forgotten', path: '/forgotten', isOutside: true },
  { name: 'new-user', path: '/new-user?token=none', isOutside: true, isRefused: true },
  { name: 'reset-password', path: '/reset-password?token=none', isOutside: true, isRefused: true },
  { name: 'sign-up', path: '/invite/none', isOutside: true, isRefused: true },
  { name: 'start', path: '/', onPhone: true },
  { name: 'projects', path: '/projects', onPhone: true },
  { name: 'features', path: '/projects/shop', onPhone: true },
  { name: 'connect', path: '/projects/shop/connect', onPhone: true },
  { name: 'feature', path: `${feature}?in=production`, onPhone: true },
  { name: 'feature-why', path: `${feature}/why`, onPhone: true },
  { name: 'feature-variants', path: '/projects/shop/features/new-checkout/variants' },
  { name: 'feature-usage', path: `${feature}/usage?in=production` },
  { name: 'feature-code', path: `${feature}/code` },
  { name: 'feature-history', path: `${feature}/history` },
  { name: 'feature-settings', path: `${feature}/settings` },
  { name: 'change-requests', path: '/projects/shop/change-requests', onPhone: true },
  { name: 'change-request', path: '/projects/shop/change-requests/1', onPhone: true },
  { name: 'segments', path: '/segments' },
  { name: 'segment', path: '/segments/1' },
  { name: 'project-segments', path: '/projects/shop/segments' },
  { name: 'project-segment', path: '/projects/shop/segments/1' },
  { name: 'personas', path: '/projects/shop/personas' },
  { name: 'playground', path: '/playground' },
  { name: 'project-playground', path: '/projects/shop/playground', onPhone: true },
  { name: 'health', path: '/projects/shop/health' },
  { name: 'archive', path: '/projects/shop/archive' },
  { name: 'promote', path: '/projects/shop/promote' },
  { name: 'transfer', path: '/projects/shop/transfer' },
  { name: 'audit', path: '/audit', onPhone: true },
  { name: 'event', path: '/audit/1' },
  { name: 'project-audit', path: '/projects/shop/audit' },
  { name: 'project-settings', path: '/projects/shop/settings' },
  { name: 'profile', path: '/profile' },
  { name: 'settings', path: '/settings', onPhone: true },
  { name: 'users', path: '/settings/users' },
  { name: 'user', path: '/settings/users/1' },
  { name: 'groups', path: '/settings/groups' },
  { name: 'roles', path: '/settings/roles' },
  { name: 'role', path: '/settings/roles/2' },
  { name: 'sign-up-links', path: '/settings/sign-up' },
  { name: 'sign-on', path: '/settings/sign-on' },
  { name: 'api-tokens', path: '/settings/api-tokens' },
  { name: 'service-accounts', path: '/settings/service-accounts' },
  { name: 'origins', path: '/settings/origins' },
  { name: 'webhooks', path: '/settings/webhooks' },
  { name: 'environments', path: '/settings/environments' },
  { name: 'context-fields', path: '/settings/context-fields' },
  { name: 'tag-types', path: '/settings/tag-types' },
  { name: 'strategies', path: '/settings/strategies' },
  { name: 'maintenance', path: '/settings/maintenance' },
  { name: 'dead-letters', path: '/settings/dead-letters' },
  { name: 'not-found', path: '/projects/shop/nothing' },
];
