const chapters = /^\/(?:(?:login|projects|changes|playground|audit|settings)(?:\/|$)|$)/;

/** Whether a path is an address of the console: its page answers there, and says itself where nothing stands. */
export const isConsoleAddress = (path: string): boolean => chapters.test(path);
