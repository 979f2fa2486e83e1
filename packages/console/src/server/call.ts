import { type AnswerOf, ask, type Asked, type OperationName } from './request.ts';

/** A request that can be sent or shown as curl. */
export interface Call {
  readonly name: OperationName;
  readonly asked: Asked<OperationName>;
}

/** Builds the call of an operation. */
export const callOf = <const Name extends OperationName>(
  name: Name,
  asked: Asked<Name>,
): { readonly name: Name; readonly asked: Asked<Name> } => ({ name, asked });

/** Sends a call. Throws `Refused`. */
export const send = <Name extends OperationName>({
  name,
  asked,
}: {
  readonly name: Name;
  readonly asked: Asked<Name>;
}): Promise<AnswerOf<Name>> => ask(name, asked);
