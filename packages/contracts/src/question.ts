import { Type, type Static, type TSchema } from 'typebox';
import { AccessState, TokenList } from './access.ts';
import { ChangesetInput, ChangesetOutput } from './changeset.ts';
import { StatePage } from './evaluation.ts';
import { nullable } from './shapes.ts';

/** A call that one service puts to another and waits for. `why` says why an event will not do. */
export interface Question<Input extends TSchema = TSchema, Output extends TSchema = TSchema> {
  readonly name: string;
  readonly service: string;
  readonly input: Input;
  readonly output: Output;
  readonly deadlineMs: number;
  /** The largest input, in bytes. Absent: 100,000. */
  readonly limitBytes?: number;
  readonly why: string;
}

/** What a question is asked with. */
export type QuestionInput<Q extends Question> = Static<Q['input']>;
/** What a question is answered with. */
export type QuestionOutput<Q extends Question> = Static<Q['output']>;

const question = <Input extends TSchema, Output extends TSchema>(declaration: Question<Input, Output>) => declaration;

/** Who is it? The gateway asks once per credential and keeps the answer for seconds. */
export const authenticate = question({
  name: 'authenticate',
  service: 'identity',
  input: Type.Object({ kind: Type.Enum(['session', 'token']), secret: Type.String({ maxLength: 1000 }) }),
  output: Type.Object({
    /** A signed principal (compact JWS), null for a credential that nobody knows. */
    principal: nullable(Type.String()),
    /** The user behind the credential: whose `access-changed` makes this answer void. */
    user: nullable(Type.Integer()),
    expiresAt: nullable(Type.Integer()),
  }),
  deadlineMs: 1500,
  why: 'Sessions and secrets live in one place only; copying them to the public door would widen what a break-in yields.',
});

/** The access state as a whole, for a host that starts or that has missed something. */
export const fetchAccess = question({
  name: 'fetch-access',
  service: 'identity',
  input: Type.Object({}),
  output: AccessState,
  deadlineMs: 2000,
  why: 'A replica needs a place to start from; events say only that something changed.',
});

/** The hashed list of API tokens, for delivery. */
export const fetchTokens = question({
  name: 'fetch-tokens',
  service: 'identity',
  input: Type.Object({}),
  output: TokenList,
  deadlineMs: 5000,
  why: 'Delivery must recognise tokens while identity is away; only delivery gets the hashes.',
});

/** One page of the evaluation state, for a replica that starts or that has a gap. */
export const fetchState = question({
  name: 'fetch-state',
  service: 'toggles',
  input: Type.Object({ after: nullable(Type.String()) }),
  output: StatePage,
  deadlineMs: 10_000,
  why: 'A replica needs a place to start from; the bus keeps no history for broadcast readers.',
});

/** What would a set of changes do, or do it: one question, because the first is the second with nothing kept. */
export const runChangeset = question({
  name: 'run-changeset',
  service: 'toggles',
  input: ChangesetInput,
  output: ChangesetOutput,
  deadlineMs: 10_000,
  limitBytes: 2_000_000,
  why: 'Whether changes still fit is decided by the rows that they change, at the moment when they do, and the asker has to know.',
});

/** Every question of the product: at most five. */
export const questions: readonly Question[] = [authenticate, fetchAccess, fetchTokens, fetchState, runChangeset];
