import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Problem } from '../base/problem.ts';

const execute = promisify(execFile);
const maxOutputBytes = 1 << 30;

/** Runs git in a folder, with an input if there is one. Throws `Problem` with its message if it fails. */
export async function git(folder: string, words: readonly string[], input = ''): Promise<Buffer> {
  const running = execute('git', [...words], { cwd: folder, encoding: 'buffer', maxBuffer: maxOutputBytes });
  running.child.stdin?.on('error', () => undefined).end(input);
  try {
    return (await running).stdout;
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: Buffer };
    if (code === 'ENOENT') throw new Problem('GitError', 'git is not installed. The command reads the files that git tracks.');
    const [line = ''] = (stderr?.toString() ?? '').trim().split('\n');
    throw new Problem('GitError', `git ${words[0]} failed in ${folder}: ${line.replace(/^fatal: /, '')}`);
  }
}

/** Like `git`, as text without the final line break. */
export const gitText = async (folder: string, ...words: readonly string[]): Promise<string> =>
  (await git(folder, words)).toString().trimEnd();

/** Like `gitText`, or undefined if git fails. */
const gitIfPossible = (folder: string, ...words: readonly string[]): Promise<string | undefined> =>
  gitText(folder, ...words).catch(() => undefined);

/** A checkout: its root, its commit, and its name, branch and address on the host. */
export interface Checkout {
  readonly root: string;
  readonly commit: string;
  /** Seconds since 1970. */
  readonly committedAt: number;
  readonly repository: string | undefined;
  readonly branch: string | undefined;
  readonly urlTemplate: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the checkout that contains a folder. CI systems check out a commit without a branch and name it in variables. */
export async function readCheckout(folder: string, env: Env): Promise<Checkout> {
  const root = await gitText(folder, 'rev-parse', '--show-toplevel');
  const [commit = '', seconds] = (await gitText(root, 'log', '-1', '--format=%H %ct')).split(' ');
  const remote = await gitIfPossible(root, 'remote', 'get-url', 'origin');
  const address = remote === undefined ? undefined : addressOf(remote);
  return {
    root,
    commit,
    committedAt: Number(seconds),
    repository: address?.path,
    branch:
      env['GITHUB_HEAD_REF'] ||
      env['GITHUB_REF_NAME'] ||
      env['CI_COMMIT_REF_NAME'] ||
      (await gitIfPossible(root, 'symbolic-ref', '--short', 'HEAD')),
    urlTemplate: address && `https://${address.host}/${address.path}/${linkPath(address.host)}`,
  };
}

/** Host and path of `git@host:owner/name.git` and `https://user:secret@host/owner/name.git`. Credentials are dropped. */
function addressOf(remote: string): { readonly host: string; readonly path: string } | undefined {
  const [, host, path] = /^(?:\w+:\/\/)?(?:[^@/]+@)?([\w.-]+)(?::\d+\/|[:/])\/?(.+?)(?:\.git)?\/?$/.exec(remote) ?? [];
  return host === undefined || path === undefined || !host.includes('.') ? undefined : { host, path };
}

const linkPath = (host: string): string => {
  if (host.includes('gitlab')) return '-/blob/{commit}/{path}#L{line}';
  return host.includes('bitbucket') ? 'src/{commit}/{path}#lines-{line}' : 'blob/{commit}/{path}#L{line}';
};
