import { Failure, type Question, validator } from '@signalbox/contracts';

export const audience = 'signalbox/internal';
/** Says that it was the asked service that refused, and not who stands between: a refusal of theirs is as good as an absence. */
export const refusedHeader = 'x-signalbox-refused';

export const secretKey = (secret: string) => new TextEncoder().encode(secret);

/** How a process asks others. */
export interface AskingParts {
  /** Under which name. */
  readonly name: string;
  /** INTERNAL_SECRET: the first signs. */
  readonly secrets: readonly string[];
  /** The trace that the running code works for, if any. */
  readonly traceparent: () => string | undefined;
}

/** What is asked, and for which request. */
export interface Order {
  readonly question: Question;
  readonly input: unknown;
  readonly requestId: string;
}

/** What was answered, if it is what the question says; another version of the service may say something else. */
export function checkedAnswer(question: Question, text: string): unknown {
  const { service, name, output } = question;
  const answer: unknown = JSON.parse(text);
  if (validator(output)(answer)) return answer;
  throw unanswered(question, new Error(`${service} answered ${name} with something else than the question says`));
}

export const unanswered = ({ service }: Question, cause?: unknown) =>
  new Failure('UnavailableError', `${service} does not respond. Try again shortly.`, { retryAfterSeconds: 2, cause });
