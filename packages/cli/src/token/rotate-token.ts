import { argument, command, flagOption, textOption } from '../command/command.ts';
import { sentenceOf } from '../output/answer.ts';
import { durationOf } from '../plan/wait-for-requests.ts';

export const rotateToken = command({
  name: 'token rotate',
  summary: 'Replace an API token by a new one; only this output contains its secret',
  description: 'The old secret stays valid during the overlap, so that applications can change over.',
  arguments: { id: argument('Id of the token') },
  options: {
    overlap: textOption('Time for which the old secret stays valid, such as 30m or 24h (default: that of the server)', 'time'),
    secret: flagOption('Print only the secret'),
  },
  examples: [{ line: 'signalbox token rotate 2 --overlap 24h', text: 'Prints the new secret, and lets the old one expire after a day.' }],
  async run({ id, overlap, secret }, session) {
    const body = overlap === undefined ? {} : { overlapMinutes: Math.ceil(durationOf(overlap) / 60_000) };
    const path = { token: id };
    const rotated = await (await session.api()).ask('POST /api/admin/api-tokens/{token}/rotate', { path, body });
    if (!secret) return sentenceOf(rotated, rotated.secret);
    session.terminal.stdout.write(`${rotated.secret}\n`);
    return undefined;
  },
});
