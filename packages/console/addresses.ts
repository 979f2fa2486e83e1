const sections = /^\/(?:projects|segments|applications|release-templates|playground|audit|settings)(?:\/|$)/;
/** Console addresses for visitors who are not logged in. The API may have routes of its own below them, such as sign-up links. */
const outside = /^\/(?:login|forgotten|new-user|reset-password|stop-watching|invite\/[^/]+)$/;
const pages = /^\/(?:features|profile|authorize|device)?$/;

/** Addresses of earlier consoles for this API. Old links and mails use them, and the console redirects them. */
const before =
  /^\/(?:personal|search|history|event-log|addons|integrations|environments|tag-types|strategies|context|admin(?:\/[\w-]+){0,2}|profile\/[\w-]+)$/;

/** Returns true for console addresses. The console itself shows "not found" for addresses without a page. */
export const isConsoleAddress = (path: string): boolean =>
  sections.test(path) || outside.test(path) || pages.test(path) || before.test(path);

const list = /^\/(?:features|projects\/[^/]+)$/;
const feature = /^\/projects\/[^/]+\/features\//;
const metrics = /^\/projects\/[^/]+\/metrics$/;
const requests = /^\/projects\/[^/]+\/change-requests(?:\/|$)/;

/** Kinds of pages that the gateway serves. They differ in the scripts that they preload, and pages that stand alone have no frame. */
export type PageKind = 'alone' | 'start' | 'list' | 'feature' | 'requests' | 'metrics' | 'rest';

/** The kind of the page at a console address. */
export function kindAt(path: string): PageKind {
  if (outside.test(path)) return 'alone';
  if (path === '/') return 'start';
  if (list.test(path)) return 'list';
  if (requests.test(path)) return 'requests';
  if (metrics.test(path)) return 'metrics';
  return feature.test(path) ? 'feature' : 'rest';
}
