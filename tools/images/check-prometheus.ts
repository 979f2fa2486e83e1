import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../testing/root.ts';

/** What Prometheus' own tool is asked, and about which file. */
const questions = [
  { title: 'Prometheus takes its configuration', args: ['check', 'config', 'deploy/compose/prometheus.yml'] },
  { title: 'Prometheus takes the alerts', args: ['check', 'rules', 'deploy/compose/alerts.yml'] },
  { title: 'Each alert fires when it is to, and rests before', args: ['test', 'rules', 'test/deploy/alerts.promtool.yml'] },
] as const;

/** Prometheus' own word on its configuration and its alerts; answers how often it is no. */
export async function checkPrometheus(folder: string, say: (sentence: string) => void): Promise<number> {
  const promtool = findPromtool(join(folder, 'prometheus'));
  if (promtool === null) {
    say('FAILED configuration and alerts of Prometheus: there is no promtool (Debian has it in prometheus)');
    return 1;
  }
  const answers = questions.map(({ title, args }) => ({ title, ...spawnSync(promtool, args, { cwd: root, encoding: 'utf8' }) }));
  for (const { title, status, stdout, stderr } of answers)
    say(status === 0 ? `${title}: yes` : `${title}: NO (FAILED)\n${stdout}${stderr}`);
  return answers.filter(({ status }) => status !== 0).length;
}

/** The installed one, else the one of Debian's package, laid out in `folder` without being installed. */
function findPromtool(folder: string): string | null {
  if (spawnSync('promtool', ['--version'], { stdio: 'ignore' }).status === 0) return 'promtool';
  mkdirSync(folder);
  const runs = (executable: string, ...args: string[]) => spawnSync(executable, args, { cwd: folder, stdio: 'ignore' }).status === 0;
  if (!runs('apt-get', 'download', 'prometheus')) return null;
  const [archive = ''] = globSync('*.deb', { cwd: folder });
  const promtool = join(folder, 'usr/bin/promtool');
  return runs('dpkg-deb', '--extract', archive, '.') && existsSync(promtool) && runs(promtool, '--version') ? promtool : null;
}
