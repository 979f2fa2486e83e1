const chapters = /^\/(?:projects|segments|playground|audit|settings)(?:\/|$)/;
/** Those below which the API may have something: a link by which people join, for example. */
const pages = /^\/(?:login|forgotten|new-user|reset-password|profile|invite\/[^/]+)?$/;

/** Addresses that a console of this API had before: old links and mails name them, and ours lead on from there. */
const before =
  /^\/(?:features|personal|search|history|event-log|addons|integrations|environments|tag-types|strategies|context|admin(?:\/[\w-]+){0,2}|profile\/[\w-]+)$/;

/** Whether a path is an address of the console: its page answers there, and says itself where nothing stands. */
export const isConsoleAddress = (path: string): boolean => chapters.test(path) || pages.test(path) || before.test(path);
