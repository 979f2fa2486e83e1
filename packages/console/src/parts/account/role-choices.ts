import type { Choice } from '../form/fields.ts';

/** Hint of a field for a root role. */
export const roleHint = 'Project roles can grant more permissions.';

interface Role {
  readonly id: number;
  readonly name: string;
  readonly description: string;
}

export const choicesOf = (roles: readonly Role[]): readonly Choice[] =>
  roles.map(({ id, name, description }) => ({ value: String(id), title: name, ...(description && { about: description }) }));
