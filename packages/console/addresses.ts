const chapters = /^\/(?:projects|audit|settings)(?:\/|$)/;
/** Those below which the API may have something: a link by which people join, for example. */
const pages = /^\/(?:login|forgotten|new-user|reset-password|profile|invite\/[^/]+)?$/;

/** Whether a path is an address of the console: its page answers there, and says itself where nothing stands. */
export const isConsoleAddress = (path: string): boolean => chapters.test(path) || pages.test(path);
