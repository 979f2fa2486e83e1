/** One place of a file, counted from the root, and what stands there instead. */
export interface Patch {
  readonly file: string;
  /** Stands in the file once. */
  readonly from: string;
  readonly to: string;
}

/** The text with the patches of its file. Throws where one of them does not find its place: the file has changed since. */
export function applyPatches(text: string, patches: readonly Patch[]): string {
  return patches.reduce((patched, { file, from, to }) => {
    const found = patched.split(from).length - 1;
    if (found !== 1) throw new Error(`${file} holds ${found} times what is to be patched: ${from}`);
    return patched.replace(from, () => to);
  }, text);
}
