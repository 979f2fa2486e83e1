import { type AnswerOf, ask, type InputOf, type OperationName } from './ask.ts';

/** A request that can be sent or shown as curl. */
export interface Call {
  readonly name: OperationName;
  readonly input: InputOf<OperationName>;
}

export const callOf = <const Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
): { readonly name: Name; readonly input: InputOf<Name> } => ({ name, input });

/** Sends a call. Throws `Refused`. */
export const send = <Name extends OperationName>({
  name,
  input,
}: {
  readonly name: Name;
  readonly input: InputOf<Name>;
}): Promise<AnswerOf<Name>> => ask(name, input);
