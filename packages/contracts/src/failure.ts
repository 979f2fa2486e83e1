/** Every refusal that the wire knows, with its HTTP status (specification, "Errors"; bus and limits beyond it). */
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

/** The name of a refusal, as the wire spells it. */
export type FailureName = keyof typeof failureStatuses;

/** One element of `details`: `path` is slash-separated from the root of what was sent (`parameters/rollout`). */
export interface FailureDetail {
  readonly message: string;
  readonly description?: string;
  readonly path?: string;
  readonly validationErrors?: readonly string[];
}

/** The body of every error answer. `details` and the extra properties are additive to the specification. */
export interface FailureBody {
  readonly id: string;
  readonly name: FailureName;
  readonly message: string;
  readonly details: readonly FailureDetail[];
  readonly [extra: string]: unknown;
}

/** What a refusal may carry beyond its name and message. */
export interface FailureOptions {
  /** Where in what was sent it lies, for a refusal of one thing; slash-separated like that of a detail. */
  readonly path?: string;
  /** Several things, in place of the one. */
  readonly details?: readonly FailureDetail[];
  /** Additional top-level properties of the body, `permissions` for example. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Answered as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** What it came from: for the log, never for the wire. */
  readonly cause?: unknown;
}

/** A refusal with a name that the wire knows. Anything else that is thrown is a bug and answered 500. */
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

  /** The wire body; `id` names this one occurrence and is what the log carries. */
  body(id: string): FailureBody {
    return { id, name: this.name, message: this.message, details: this.details, ...this.extra };
  }
}

/** The refusal that was thrown. Anything else is a bug: 500, and what went wrong stays inside. */
export const failureOf = (error: unknown): Failure =>
  error instanceof Failure
    ? error
    : new Failure('InternalError', 'An internal error occurred. Quote the id when you report it.', { cause: error });
