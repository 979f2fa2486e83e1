interface Environment {
  readonly name: string;
  readonly type: string;
  /** Absent for environments of a feature, which are all visible. */
  readonly visible?: boolean;
}

/** The query of a fresh feature's page: it begins in the first environment that is not production. */
export function beginning(environments: readonly Environment[]): string {
  const first = environments.find(({ type, visible = true }) => visible && type !== 'production');
  return first ? `?in=${encodeURIComponent(first.name)}` : '';
}
