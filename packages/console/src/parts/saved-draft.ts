const prefix = 'signalbox-draft ';

/** Stores an unsaved draft until the tab is closed, so that it survives a reload. */
export const saveDraft = (key: string, draft: unknown): void => sessionStorage.setItem(prefix + key, JSON.stringify(draft));

export const dropDraft = (key: string): void => sessionStorage.removeItem(prefix + key);

/** Deletes all drafts, at logout. */
export function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

/** The saved draft, as it was stored; null if there is none. */
export function savedDraft(key: string): unknown {
  const stored = sessionStorage.getItem(prefix + key);
  return stored === null ? null : (JSON.parse(stored) as unknown);
}
