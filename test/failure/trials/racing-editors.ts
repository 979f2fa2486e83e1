import type { Answer, Client } from '@signalbox/testing';
import { adminFeatures, few, inScene } from '../scene.ts';
import { none, type Trial } from '../trial.ts';

const pairs = 200;

/** Two editors change the same feature concurrently. */
export const racingEditors: Trial = {
  number: 12,
  title: `${pairs} pairs of editors of the same feature`,
  run: (run) =>
    inScene(run, few, async ({ admin }) => {
      await admin.post(adminFeatures, { name: 'edited' });
      const feature = `${adminFeatures}/edited`;
      const without: string[] = [];
      const lost: string[] = [];
      const tags = new Set<string>();
      for (let pair = 0; pair < pairs; pair += 1) {
        const answers = await race(admin, feature, `without-${pair}`);
        if (answers.some(({ status }) => status !== 200)) without.push(answers.map(({ status }) => status).join(' and '));
        // Each update creates a version. Two updates with the same version did not see each other.
        for (const { headers } of answers) {
          const tag = String(headers['etag']);
          if (tags.has(tag)) lost.push(`version ${tag} twice`);
          tags.add(tag);
        }
      }
      const withTag: string[] = [];
      for (let pair = 0; pair < pairs; pair += 1) {
        const read = await admin.get(feature);
        const answers = await race(admin, feature, `with-${pair}`, { 'if-match': String(read.headers['etag']) });
        const statuses = answers.map(({ status }) => status).sort((one, another) => one - another);
        if (statuses.join() !== '200,412') withTag.push(statuses.join(' and '));
        const winner = answers.find(({ status }) => status === 200);
        const stored = (await admin.get(feature)).body.description;
        if (winner && stored !== winner.body.description) lost.push(`${stored} instead of ${winner.body.description}`);
      }
      return [
        none('pairs without If-Match that were not both accepted', without),
        none('pairs with If-Match without a 200 and a 412', withTag),
        none('lost updates', lost),
      ];
    }),
};

const race = (admin: Client, feature: string, text: string, headers: Record<string, string> = {}): Promise<readonly Answer[]> =>
  Promise.all(['one', 'other'].map((who) => admin.put(feature, { description: `${text}-${who}` }, { headers })));
