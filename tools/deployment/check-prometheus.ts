import { run } from './docker.ts';

/** Checks of `promtool` and the files that they cover. */
const questions = [
  { title: 'Prometheus accepts its configuration', args: ['check', 'config', 'deploy/compose/prometheus.yml'] },
  { title: 'Prometheus accepts the alerts', args: ['check', 'rules', 'deploy/compose/alerts.yml'] },
  { title: 'each alert fires at its time and not before', args: ['test', 'rules', 'test/deploy/alerts.promtool.yml'] },
] as const;

/** Checks configuration and alerts with Prometheus' own tool. */
export async function checkPrometheus(say: (sentence: string) => void): Promise<void> {
  for (const { title, args } of questions) {
    await run('promtool', ...args);
    say(title);
  }
}
