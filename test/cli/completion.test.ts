import { deepEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describeUnless, missing } from '@signalbox/testing';
import { runCommand } from './cli.fixture.ts';

describeUnless('signalbox completion bash', missing('bash'), () => {
  async function complete(...words: string[]): Promise<string[]> {
    const { stdout } = await runCommand(['completion', 'bash'], {});
    const script = `${stdout}\nCOMP_WORDS=(${['signalbox', ...words].map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}\n_signalbox\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
  }

  it('suggests nouns, verbs and options', async () => {
    deepEqual(await complete('fla'), ['flag']);
    deepEqual(await complete('flag', 'en'), ['enable']);
    deepEqual(await complete('feature', 'hi'), ['history']);
    deepEqual(await complete('flag', 'enable', 'new-checkout', '--rea'), ['--reason']);
    deepEqual(await complete('flag', 'list', '--archived', '--ta'), ['--tag']);
  });
});
