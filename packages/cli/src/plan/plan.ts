/** A difference between the files and the server. */
export interface PlannedAction {
  readonly op: 'create' | 'update' | 'delete';
  readonly kind: string;
  readonly name: string;
  readonly environment?: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** JSON Patch (RFC 6902) from `before` to `after`. */
  readonly patch: readonly { readonly op: string; readonly path: string; readonly value?: unknown }[];
  readonly protected: boolean;
  /** Why the server refuses the action. */
  readonly reason?: string;
  /** True if the target of a promotion has changed since the last one. */
  readonly changedInTarget?: boolean;
}

/** A plan of the server. */
export interface Plan {
  readonly revision: number;
  readonly hash: string;
  readonly summary: {
    readonly create: number;
    readonly update: number;
    readonly delete: number;
    readonly same: number;
    readonly refused: number;
  };
  readonly actions: readonly PlannedAction[];
}
