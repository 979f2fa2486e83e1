import type { Context } from '@signalbox/kit';
import { createContextField } from '../../vocabulary/context-field/create-context-field.ts';
import { mayBeUndeclared, readUndeclared } from '../../vocabulary/context-field/undeclared.ts';
import type { State } from './state.schema.ts';

/** A state contains no context fields, so those in its constraints are declared with it. */
export async function declareFields(context: Context, { segments = [], featureStrategies = [] }: State): Promise<void> {
  const constraints = [...segments, ...featureStrategies].flatMap((entry) => entry.constraints ?? []);
  for (const name of await readUndeclared(context.em, constraints))
    if (mayBeUndeclared(context.settings, name)) await createContextField(context, { name });
  await context.em.flush();
}
