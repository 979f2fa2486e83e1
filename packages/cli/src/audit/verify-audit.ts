import { command } from '../command/command.ts';
import { exitCodes } from '../base/problem.ts';
import { sentenceOf } from '../output/answer.ts';

export const verifyAudit = command({
  name: 'audit verify',
  summary: 'Verify that nobody changed the event log',
  description: 'The server verifies the chain of events against its signed checkpoints. The exit code is 1 if the log was changed.',
  examples: [{ line: 'signalbox audit verify', text: 'Verifies all events.' }],
  async run(_, session) {
    const api = await session.api();
    let [from, events, checkpoints] = [1, 0, 0];
    for (;;) {
      const part = await api.ask('GET /api/admin/audit/verify', { query: { from } });
      events += part.events;
      checkpoints += part.checkpoints;
      const result = { verified: part.verified, events, checkpoints, break: part.break };
      if (part.break !== null)
        return { ...sentenceOf(result, `Event ${part.break.id} does not fit the log: ${part.break.reason}.`), exitCode: exitCodes.error };
      if (part.next === null) return sentenceOf(result, `${events} events are intact, with ${checkpoints} signed checkpoints.`);
      from = part.next;
    }
  },
});
