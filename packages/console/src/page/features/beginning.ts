interface Environment {
  readonly name: string;
  readonly type: string;
  /** Absent for environments of a feature, which are all visible. */
  readonly visible?: boolean;
}

/** The environment in which a fresh feature begins: the first that is not production. */
export const firstOf = (environments: readonly Environment[]): Environment | undefined =>
  environments.find(({ type, visible = true }) => visible && type !== 'production');

/** The query of a fresh feature's page. */
export function beginning(environments: readonly Environment[]): string {
  const first = firstOf(environments);
  return first ? `?in=${encodeURIComponent(first.name)}` : '';
}
