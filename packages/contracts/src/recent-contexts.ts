import { Type, type Static } from 'typebox';
import { mapOf } from './shapes.ts';

/** Contexts that applications recently sent for one environment. They travel on the state exchange, and are lost without a listener. */
export const RecentContexts = Type.Object({
  environment: Type.String(),
  contexts: Type.Array(
    Type.Object({
      /** Requested projects that allow sampling; `*` for all. */
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
