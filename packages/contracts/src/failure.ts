/** All failures of the wire format, with their HTTP status (specification, "Errors"; extended for bus and limits). */
export const failureStatuses = {
  ValidationError: 400,
  BadDataError: 400,
  BadRequestError: 400,
  PatternError: 400,
  MinimumOneEnvironmentError: 400,
  OwaspValidationError: 400,
  PasswordUndefinedError: 400,
  RoleInUseError: 400,
  AuthenticationRequired: 401,
  NoAccessError: 403,
  InvalidOperationError: 403,
  OperationDeniedError: 403,
  ForbiddenError: 403,
  StepUpRequired: 403,
  IncompatibleProjectError: 403,
  UsedTokenError: 403,
  NotFoundError: 404,
  NotImplementedError: 405,
  RequestTimeoutError: 408,
  ConflictError: 409,
  NameExistsError: 409,
  PlanChanged: 409,
  OwnedByAnother: 409,
  FeatureHasTagError: 409,
  SegmentInUseError: 409,
  ProjectWithoutOwnerError: 409,
  PreconditionFailedError: 412,
  ContentTooLarge: 413,
  ContentTypeError: 415,
  DisabledError: 422,
  IdempotencyKeyReusedError: 422,
  TooEarlyError: 425,
  RateLimitError: 429,
  HeadersTooLargeError: 431,
  InternalError: 500,
  UnavailableError: 503,
  MaintenanceModeError: 503,
} as const;

/** Name of a failure on the wire. */
export type FailureName = keyof typeof failureStatuses;

/** An element of `details`. `path` is slash-separated from the root of the input (`parameters/rollout`). */
export interface FailureDetail {
  readonly message: string;
  readonly description?: string;
  readonly path?: string;
  readonly validationErrors?: readonly string[];
}

/** Body of every error response. `details` and the extra properties are additions to the specification. */
export interface FailureBody {
  readonly id: string;
  readonly name: FailureName;
  readonly message: string;
  readonly details: readonly FailureDetail[];
  readonly [extra: string]: unknown;
}

/** Optional parts of a failure. */
export interface FailureOptions {
  /** Path of the single invalid input, slash-separated as in a detail. */
  readonly path?: string;
  /** Several details, instead of the single one. */
  readonly details?: readonly FailureDetail[];
  /** Additional top-level properties of the body, for example `permissions`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Original error, for the log only. */
  readonly cause?: unknown;
}

/** A failure of the wire format. Any other error is a bug and becomes 500. */
export class Failure extends Error {
  override readonly name: FailureName;
  readonly details: readonly FailureDetail[];
  readonly extra: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(name: FailureName, message: string, options: FailureOptions = {}) {
    super(message, options);
    const { path } = options;
    this.name = name;
    this.details = options.details ?? [{ ...(path === undefined ? {} : { path }), message, description: message }];
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return failureStatuses[this.name];
  }

  /** Body on the wire. `id` identifies this occurrence, also in the log. */
  body(id: string): FailureBody {
    return { id, name: this.name, message: this.message, details: this.details, ...this.extra };
  }
}

/** Returns the failure itself. Any other error is a bug and becomes a 500 that does not reveal it. */
export const failureOf = (error: unknown): Failure =>
  error instanceof Failure
    ? error
    : new Failure('InternalError', 'An internal error occurred. Quote the id when you report it.', { cause: error });
