const sections = /^\/(?:projects|segments|applications|release-templates|playground|audit|settings)(?:\/|$)/;
/** Console addresses below which the API may have routes of its own, such as sign-up links. */
const pages = /^\/(?:login|forgotten|new-user|reset-password|profile|authorize|device|invite\/[^/]+)?$/;

/** Addresses of earlier consoles for this API. Old links and mails use them, and the console redirects them. */
const before =
  /^\/(?:features|personal|search|history|event-log|addons|integrations|environments|tag-types|strategies|context|admin(?:\/[\w-]+){0,2}|profile\/[\w-]+)$/;

/** Returns true for console addresses. The console itself shows "not found" for addresses without a page. */
export const isConsoleAddress = (path: string): boolean => sections.test(path) || pages.test(path) || before.test(path);
