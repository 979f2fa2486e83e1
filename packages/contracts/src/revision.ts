/** Version of a state: of all features, counted by toggles, or of access, counted by identity. */
export interface Revision {
  readonly of: 'features' | 'access';
  readonly number: number;
}

/** Formats a revision for `X-Revision` and `If-Min-Revision`: `17` for features, `access:17` for access. */
export const writeRevision = ({ of, number }: Revision): string => (of === 'features' ? String(number) : `${of}:${number}`);

/** Parses a revision, also within the quotes of an ETag. Returns null for other texts. */
export function readRevision(text: string): Revision | null {
  const [, access, digits] = /^\s*"?(access:)?(\d{1,15})"?\s*$/.exec(text) ?? [];
  return digits === undefined ? null : { of: access === undefined ? 'features' : 'access', number: Number(digits) };
}
