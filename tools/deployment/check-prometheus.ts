import { run } from './docker.ts';

/** The questions to Prometheus' own tool, and the files that they are about. */
const questions = [
  { title: 'Prometheus takes its configuration', args: ['check', 'config', 'deploy/compose/prometheus.yml'] },
  { title: 'Prometheus takes the alerts', args: ['check', 'rules', 'deploy/compose/alerts.yml'] },
  { title: 'each alert fires when it is to, and rests before', args: ['test', 'rules', 'test/deploy/alerts.promtool.yml'] },
] as const;

/** Prometheus' own verdict on its configuration and its alerts. */
export async function checkPrometheus(say: (sentence: string) => void): Promise<void> {
  for (const { title, args } of questions) {
    await run('promtool', ...args);
    say(title);
  }
}
