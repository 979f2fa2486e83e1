import { nullable } from '@signalbox/contracts';
import { Type } from 'typebox';
import { sealingOf } from '../checkpoint/seal.ts';
import { route } from '../open-audit.ts';
import { breakReasons } from '../tables/log.ts';
import { auditVerifyBudgetMs } from '../surface.ts';
import { noteVerified } from './note-verified.ts';
import { verifyLog } from './verify-log.ts';

const Break = Type.Object({
  /** The first event that fails verification; for a row without a whole id, the one that it precedes. */
  id: Type.Integer(),
  /** The kind of break. `rewritten`: between this event and the next checkpoint. `unsigned`: its checkpoint is missing or forged. `forgotten`: a gap or break recorded before its checkpoint is gone. */
  reason: Type.Enum([...breakReasons]),
});

export const verifyEventsRoute = route(
  {
    method: 'get',
    path: '/api/admin/audit/verify',
    summary: 'Verify the chain of the log against its checkpoints',
    permission: 'ADMIN',
    query: Type.Object({
      /** First event; default: the first of the log. */
      from: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
      /** Last event; default: the end of the log. */
      to: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    answers: {
      200: Type.Object({
        /** True if all verified events are intact. */
        verified: Type.Boolean(),
        from: Type.Integer(),
        /** The last verified event. */
        to: Type.Integer(),
        events: Type.Integer(),
        checkpoints: Type.Integer(),
        break: nullable(Break),
        /** `from` of the next request, if the time of this one was up. */
        next: nullable(Type.Integer()),
      }),
    },
    transaction: { none: 'because the result is recorded after the verification' },
    failures: ['UnavailableError'],
  },
  ({ query: { from = 1, to } }, context) =>
    context.state.verifications.run(async () => {
      const { em, now, settings } = context;
      const verification = await verifyLog(em, {
        from,
        to,
        now,
        budgetMs: settings.get(auditVerifyBudgetMs),
        sealing: sealingOf(settings),
      });
      // A part without the beginning proves nothing: earlier events may have changed since they were verified.
      if (from === 1) await context.write((unit) => noteVerified(unit.em, verification, unit.now()));
      return { verified: verification.break === null, ...verification };
    }),
);
