/** How far a state has come: that of all features, which toggles counts, or that of who may do what, which identity counts. */
export interface Revision {
  readonly of: 'features' | 'access';
  readonly number: number;
}

/** As `X-Revision` says it after a change and `If-Min-Revision` asks for it: `17` of the features, `access:17` of the other. */
export const writeRevision = ({ of, number }: Revision): string => (of === 'features' ? String(number) : `${of}:${number}`);

/** Takes quotes as well, because an ETag has them. Null for what is no revision. */
export function readRevision(text: string): Revision | null {
  const [, access, digits] = /^\s*"?(access:)?(\d{1,15})"?\s*$/.exec(text) ?? [];
  return digits === undefined ? null : { of: access === undefined ? 'features' : 'access', number: Number(digits) };
}
