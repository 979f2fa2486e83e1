import { type AnswerOf, ask, type Asked, type OperationName } from './request.ts';

/** A request before it is sent: to be sent, or to be shown to whoever wants to send it from elsewhere. */
export interface Call {
  readonly name: OperationName;
  readonly asked: Asked<OperationName>;
}

/** A call of one operation, with what that takes. */
export const callOf = <const Name extends OperationName>(
  name: Name,
  asked: Asked<Name>,
): { readonly name: Name; readonly asked: Asked<Name> } => ({ name, asked });

/** Sends it. Throws a `Refused`. */
export const send = <Name extends OperationName>({
  name,
  asked,
}: {
  readonly name: Name;
  readonly asked: Asked<Name>;
}): Promise<AnswerOf<Name>> => ask(name, asked);
