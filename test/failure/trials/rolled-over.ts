import { rollOut } from '../../scale/roll-out.ts';
import { startTraffic } from '../../scale/traffic.ts';
import { inScene, twoOfEach } from '../scene.ts';
import { type Figure, none, pause, type Trial, within } from '../trial.ts';

const exitWithinMs = 10_000;
const project = 'rolled';

/** Each process is stopped and restarted in turn, under load. */
export const rolledOver: Trial = {
  number: 17,
  title: 'processes are rolled over under load',
  run: (run) =>
    inScene(run, twoOfEach, async (scene) => {
      const { admin, cluster } = scene;
      const made = await admin.post('/api/admin/projects', { id: project, name: project });
      if (made.status !== 201) throw new Error(`no project: ${JSON.stringify(made.body)}`);
      const sender = startTraffic(cluster, project, run.amounts.rate);
      await pause(3000);
      const figures: Figure[] = [];
      let sent = 0;
      let exitMs = 0;
      const failed: string[] = [];
      const begun = performance.now();
      await rollOut(cluster, sender, '', (rolled) => {
        sent += rolled.requests;
        exitMs = Math.max(exitMs, rolled.exitMs);
        for (const [what, count] of rolled.failures) failed.push(`${rolled.service}: ${count} x ${what}`);
        const count = [...rolled.failures.values()].reduce((sum, each) => sum + each, 0);
        run.say(
          `${rolled.service}: ${rolled.requests} requests, ${count} failed, p99 ${rolled.p99Ms.toFixed(0)} ms, exit ${rolled.exitMs.toFixed(0)} ms`,
        );
      });
      const seconds = (performance.now() - begun) / 1000;
      await sender.stop();
      run.say(`${(sent / seconds).toFixed(0)} requests a second were sent`);
      figures.push(none(`failed of ${sent} requests`, failed), within('the slowest exit', exitWithinMs, exitMs));
      return figures;
    }),
};
