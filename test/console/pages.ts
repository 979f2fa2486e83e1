import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

/** A page of the console with sample data, for tests of all pages and for the pictures. */
export interface ConsolePage {
  /** File name of its picture. */
  readonly name: string;
  readonly path: string;
  /** Shown to visitors who are not logged in. */
  readonly isOutside?: boolean;
  /** Also captured at phone size. */
  readonly onPhone?: boolean;
  /** Its address contains a one-time secret, so only its error is shown. */
  readonly isRefused?: boolean;
}

const source = join(import.meta.dirname, '../../packages/console/src');
/** Imported by URL, because the console has its own type check with browser types. */
const read = async <Content>(file: string): Promise<Content> => (await import(pathToFileURL(join(source, file)).href)) as Content;

interface Folder {
  readonly pages: readonly { readonly paths: readonly string[]; readonly isAlone?: true }[];
}
const { pageFolders } = await read<{ pageFolders: readonly Folder[] }>('pages.ts');
const { tabs } = await read<{ tabs: readonly { readonly path: string }[] }>('page/feature/tabs.ts');
const { sectionGroups } = await read<{ sectionGroups: readonly { readonly sections: readonly { readonly id: string }[] }[] }>(
  'page/settings/sections.ts',
);

/** Path parameters that refer to sample data. A path with a parameter missing here fails. */
const samples: Readonly<Record<string, string>> = {
  project: 'shop',
  feature: 'express-pay',
  id: '1',
  token: 'none',
  application: 'shop-api',
  environment: 'production',
};
/** Addresses that need a query, or another object. */
const addresses: Readonly<Record<string, string>> = {
  '/authorize':
    '/authorize?response_type=code&client_id=signalbox-cli&redirect_uri=http://127.0.0.1:53682/callback&code_challenge=none&code_challenge_method=S256&state=x&host=laptop',
  '/new-user': '/new-user?token=none',
  '/reset-password': '/reset-password?token=none',
  '/stop-watching': '/stop-watching?token=none',
  '/projects/shop/features/express-pay': '/projects/shop/features/express-pay?in=production',
  '/projects/shop/features/express-pay/usage': '/projects/shop/features/express-pay/usage?in=production',
  '/release-templates/1': '/release-templates/new',
  '/projects/shop/release-templates/1': '/projects/shop/release-templates/new',
  '/projects/shop/features/express-pay/variants': '/projects/shop/features/new-checkout/variants',
};
const refused: readonly string[] = ['/new-user', '/reset-password', '/invite/none'];
const onPhone: ReadonlySet<string> = new Set([
  '/login',
  '/',
  '/projects',
  '/projects/shop',
  '/projects/shop/connect',
  '/projects/shop/features/express-pay',
  '/projects/shop/features/express-pay/why',
  '/projects/shop/change-requests',
  '/projects/shop/change-requests/1',
  '/projects/shop/playground',
  '/audit',
  '/settings',
  '/authorize',
  '/device',
]);

const filled = (pattern: string): string => pattern.replaceAll(/:(\w+)/g, (parameter, name: string) => samples[name] ?? parameter);

/** Paths of a pattern: each tab of a feature, each section of the settings. */
function pathsOf(pattern: string): readonly string[] {
  if (pattern.endsWith('/:tab?')) return tabs.map(({ path }) => filled(pattern.replace(/\/:tab\?$/, path && `/${path}`)));
  if (pattern !== '/settings/:section?/:id?') return [filled(pattern)];
  const sections = sectionGroups.flatMap((group) => group.sections.map(({ id }) => `/settings/${id}`));
  return ['/settings', ...sections, '/settings/users/1', '/settings/roles/2'];
}

const names: Readonly<Record<string, string>> = { '/': 'start', '/projects/shop': 'features', '/features': 'all-features' };
const nameOf = (path: string): string => names[path] ?? path.slice(1).replace('projects/shop', 'project').replaceAll('/', '-');

/** Every page in the console's own list, and an address without a page. */
export const consolePages: readonly ConsolePage[] = [
  ...pageFolders
    .flatMap(({ pages }) => pages)
    .flatMap(({ paths, isAlone = false }) => [...new Set(paths.flatMap(pathsOf))].map((path) => ({ path, isAlone })))
    .filter(({ path }, index, all) => all.findIndex((each) => each.path === path) === index)
    .map(({ path, isAlone }) => ({
      name: nameOf(path),
      path: addresses[path] ?? path,
      isOutside: isAlone,
      onPhone: onPhone.has(path),
      isRefused: refused.includes(path),
    })),
  { name: 'feature-release', path: '/projects/shop/features/same-day-delivery?in=production', onPhone: true },
  { name: 'not-found', path: '/projects/shop/nothing' },
];
