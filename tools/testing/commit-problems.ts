import { spawnSync } from 'node:child_process';
import { subjectProblems } from '../../test/architecture/english.ts';

/** Older subjects stay as they are. */
const baseline = 'cf4fe649';

/** Subjects of commits after the baseline that are passive, too long or without an area. None without a history. */
export function commitProblems(folder: string, since = baseline): string[] {
  const { stdout } = spawnSync('git', ['-C', folder, 'log', '--no-merges', '--format=%s', `${since}..HEAD`], { encoding: 'utf8' });
  return subjectProblems((stdout ?? '').split('\n').filter((subject) => subject !== ''));
}
