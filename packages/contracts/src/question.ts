import { Type, type Static, type TSchema } from 'typebox';
import { AccessState, TokenList } from './access.ts';
import { ChangesetInput, ChangesetOutput } from './changeset.ts';
import { StatePage } from './evaluation.ts';
import { nullable } from './shapes.ts';

/** A synchronous call from one service to another. `why` explains why an event will not do. */
export interface Question<Input extends TSchema = TSchema, Output extends TSchema = TSchema> {
  readonly name: string;
  readonly service: string;
  readonly input: Input;
  readonly output: Output;
  readonly deadlineMs: number;
  /** Maximum size of the input, in bytes. Absent: 100,000. */
  readonly limitBytes?: number;
  readonly why: string;
}

/** Input of a question. */
export type QuestionInput<Q extends Question> = Static<Q['input']>;
/** Output of a question. */
export type QuestionOutput<Q extends Question> = Static<Q['output']>;

const question = <Input extends TSchema, Output extends TSchema>(declaration: Question<Input, Output>) => declaration;

/** Identifies the caller. The gateway asks once per credential and caches the answer for seconds. */
export const authenticate = question({
  name: 'authenticate',
  service: 'identity',
  input: Type.Object({ kind: Type.Enum(['session', 'token']), secret: Type.String({ maxLength: 1000 }) }),
  output: Type.Object({
    /** A signed principal (compact JWS), or null for an unknown credential. */
    principal: nullable(Type.String()),
    /** User behind the credential, whose `access-changed` invalidates this answer. */
    user: nullable(Type.Integer()),
    expiresAt: nullable(Type.Integer()),
    /** Id of an agent's token, which is valid for `/mcp` only. */
    agentToken: Type.Optional(Type.Integer()),
  }),
  deadlineMs: 1500,
  why: 'Sessions and secrets are stored in one place only. Copies at the gateway would increase the damage of a break-in.',
});

/** The complete access state, for a host that starts or has a gap. */
export const fetchAccess = question({
  name: 'fetch-access',
  service: 'identity',
  input: Type.Object({}),
  output: AccessState,
  deadlineMs: 2000,
  why: 'A replica needs an initial state; events only contain changes.',
});

/** All API tokens with hashed secrets, for delivery. */
export const fetchTokens = question({
  name: 'fetch-tokens',
  service: 'identity',
  input: Type.Object({}),
  output: TokenList,
  deadlineMs: 5000,
  why: 'Delivery must recognize tokens while identity is unavailable; only delivery gets the hashes.',
});

/** One page of the evaluation state, for a replica that starts or has a gap; or a chunk of a list, which replicas fetch once per hash. */
export const fetchState = question({
  name: 'fetch-state',
  service: 'toggles',
  input: Type.Object({
    after: nullable(Type.String()),
    list: Type.Optional(Type.Object({ hash: Type.String(), chunk: Type.Integer({ minimum: 0 }) })),
  }),
  output: StatePage,
  deadlineMs: 10_000,
  why: 'A replica needs an initial state; the bus keeps no history for broadcast readers.',
});

/** Dry-runs or applies a changeset. One question for both, because a dry run is the same work without storing it. */
export const runChangeset = question({
  name: 'run-changeset',
  service: 'toggles',
  input: ChangesetInput,
  output: ChangesetOutput,
  deadlineMs: 10_000,
  limitBytes: 2_000_000,
  why: 'Only the service that stores the rows can validate changes to them, and the caller needs the result.',
});

/** All questions of the product: at most five. */
export const questions: readonly Question[] = [authenticate, fetchAccess, fetchTokens, fetchState, runChangeset];
