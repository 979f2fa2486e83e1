import { Type, type Static } from 'typebox';
import { mapOf } from './shapes.ts';

/** Contexts that applications have asked for lately in one environment. They travel on the state exchange, and are lost where nobody listens. */
export const RecentContexts = Type.Object({
  environment: Type.String(),
  contexts: Type.Array(
    Type.Object({
      /** The projects that the application asked for, of those that let contexts be sampled; `*` for all. */
      projects: Type.Array(Type.String()),
      context: Type.Object({
        appName: Type.Optional(Type.String()),
        userId: Type.Optional(Type.String()),
        properties: mapOf(Type.String()),
      }),
    }),
    { maxItems: 50 },
  ),
});
export type RecentContexts = Static<typeof RecentContexts>;
