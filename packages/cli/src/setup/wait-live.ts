import { waitUntilLive } from '../api/wait-until-live.ts';
import { argument, command, numberOption } from '../command/command.ts';
import { usageProblem } from '../base/problem.ts';
import { sentenceOf } from '../output/answer.ts';

export const waitLive = command({
  name: 'wait-live',
  summary: 'Wait until applications receive a change',
  description: 'Commands that change something print the revision of their change.',
  arguments: { revision: argument('Revision of the change') },
  options: { timeout: numberOption('Seconds to wait', 'seconds', 60) },
  examples: [{ line: 'signalbox wait-live 1', text: 'Waits for the first change.' }],
  async run({ revision, timeout }, session) {
    if (!/^\d{1,15}$/.test(revision)) throw usageProblem(`A revision is a whole number; got ${revision}.`);
    const served = await waitUntilLive(await session.api(), Number(revision), timeout * 1000);
    return sentenceOf(served, `Applications receive revision ${served.revision} since ${served.since}.`);
  },
});
