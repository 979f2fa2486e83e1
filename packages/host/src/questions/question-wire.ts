import { Failure, type Question, validator } from '@signalbox/contracts';

export const audience = 'signalbox/internal';
/** Marks refusals of the answering service. A refusal without it comes from a proxy and counts as unavailability. */
export const refusedHeader = 'x-signalbox-refused';

export const secretKey = (secret: string) => new TextEncoder().encode(secret);

/** Identity and secrets for asking other processes. */
export interface AskingParts {
  readonly name: string;
  /** INTERNAL_SECRET: the first signs. */
  readonly secrets: readonly string[];
  /** `traceparent` of the active span, if any. */
  readonly traceparent: () => string | undefined;
}

/** A question with its input and its request. */
export interface Order {
  readonly question: Question;
  readonly input: unknown;
  readonly requestId: string;
  readonly deadlineMs: number;
}

/** Parses and validates an answer. Another version of the service may send a different format. */
export function checkedAnswer(question: Question, text: string): unknown {
  const { service, name, output } = question;
  const answer: unknown = JSON.parse(text);
  if (validator(output)(answer)) return answer;
  throw unanswered(question, new Error(`${service} sent an invalid answer to ${name}`));
}

export const unanswered = ({ service }: Question, cause?: unknown) =>
  new Failure('UnavailableError', `${service} does not respond. Try again shortly.`, { retryAfterSeconds: 2, cause });
