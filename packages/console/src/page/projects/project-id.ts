const maxLength = 100;

/** The id that a project of this name is given, unless another is chosen: what addresses can hold. */
export const projectIdOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, maxLength);
