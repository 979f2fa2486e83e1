const allowed = /^[A-Za-z0-9\-_.!~*'()]*$/;

/** The name, or one without characters that addresses cannot contain: "My feature!" becomes "my-feature". */
export const validName = (name: string): string =>
  allowed.test(name)
    ? name
    : name
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^a-z0-9._~-]+/g, '-')
        .replace(/^-+|-+$/g, '');
