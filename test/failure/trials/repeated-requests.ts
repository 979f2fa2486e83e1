import { adminFeatures, few, inScene, ledgerOf } from '../scene.ts';
import { startLanes } from '../lanes.ts';
import { none, type Trial } from '../trial.ts';

const rounds = 10;
const repetitions = 50;

/** Sends the same request with the same Idempotency-Key many times concurrently. */
export const repeatedRequests: Trial = {
  number: 13,
  title: `${rounds} writes, each sent ${repetitions} times concurrently`,
  run: (run) =>
    inScene(run, few, async (scene) => {
      const { admin } = scene;
      const different: string[] = [];
      let busy = 0;
      for (let round = 0; round < rounds; round += 1) {
        const name = `repeated-${round}`;
        const options = { headers: { 'idempotency-key': name } };
        const answers = await Promise.all(Array.from({ length: repetitions }, () => admin.post(adminFeatures, { name }, options)));
        const made = answers.filter(({ status }) => status !== 503);
        busy += answers.length - made.length;
        const kinds = new Set(made.map(({ status, body }) => `${status} ${JSON.stringify(body)}`));
        if (kinds.size !== 1 || made[0]?.status !== 201) different.push([...kinds].join(' | '));
      }
      const lanes = startLanes(admin, 0, { tokens: false });
      await lanes.stop();
      const { emitted } = await ledgerOf(scene, lanes, 60_000);
      const created = emitted.filter(({ type, featureName }) => type === 'feature-created' && featureName?.startsWith('repeated-'));
      return [
        none('rounds without the same 201 for all', different),
        // Each waits a limited time for the first one's commit. How many succeed depends on timing.
        { ...none('repetitions that had to be retried', busy), isTime: true },
        none('missing or additional effects', Math.abs(created.length - rounds)),
      ];
    }),
};
