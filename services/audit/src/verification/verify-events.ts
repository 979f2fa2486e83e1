import { nullable } from '@signalbox/contracts';
import { Type } from 'typebox';
import { sealingOf } from '../checkpoint/seal.ts';
import { route } from '../open-audit.ts';
import { auditVerifyBudgetMs } from '../surface.ts';
import { noteVerified } from './note-verified.ts';
import { verifyLog } from './verify-log.ts';

const Break = Type.Object({
  /** The first event that is not what was written. */
  id: Type.Integer(),
  /** How that shows. `rewritten`: somewhere from there to the next checkpoint. `unsigned`: its checkpoint is missing or forged. */
  reason: Type.Enum(['changed', 'missing', 'added', 'rewritten', 'unsigned']),
});

export const verifyEventsRoute = route(
  {
    method: 'get',
    path: '/api/admin/audit/verify',
    summary: 'Verify the chain of the log against its checkpoints',
    permission: 'ADMIN',
    query: Type.Object({
      /** The first event; the first of the log where it is absent. */
      from: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
      /** The last event; the end of the log where it is absent. */
      to: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    answers: {
      200: Type.Object({
        /** Nothing is wrong with the events that were looked at. */
        verified: Type.Boolean(),
        from: Type.Integer(),
        /** The last event that was looked at. */
        to: Type.Integer(),
        events: Type.Integer(),
        checkpoints: Type.Integer(),
        break: nullable(Break),
        /** Where to go on (`from`), when the time of one request was up. */
        next: nullable(Type.Integer()),
      }),
    },
    transaction: { none: 'because what was found is noted once it was looked for' },
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
      // A part proves nothing of what is before it: that may have been changed since it was verified.
      if (from === 1) await context.write((unit) => noteVerified(unit.em, verification, unit.now()));
      return { verified: verification.break === null, ...verification };
    }),
);
