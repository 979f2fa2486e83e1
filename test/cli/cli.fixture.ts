import { equal } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { run, type Terminal } from '@signalbox/cli';
import type { Client } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';

/** Result of a command. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The answer as JSON. */
  // biome-ignore lint: tests assert on any content
  readonly json: any; // oxlint-disable-line typescript/no-explicit-any
}

/** Differences from a piped terminal without settings. */
export interface RunOptions extends Partial<Omit<Terminal, 'stdout' | 'stderr'>> {
  readonly isTerminal?: boolean;
  /** Receives output while the command runs. */
  readonly onOutput?: (text: string) => void;
  /** Receives remarks while the command runs. */
  readonly onError?: (text: string) => void;
}

/** Runs a command line in this process. */
export async function runCommand(
  words: readonly string[],
  { isTerminal = false, onOutput, onError, ...options }: RunOptions,
): Promise<Ran> {
  let [stdout, stderr] = ['', ''];
  const code = await run(words, {
    env: {},
    cwd: tmpdir(),
    stdin: typedBy(''),
    fetch,
    openBrowser: () => Promise.reject(new Error('no browser')),
    signal: new AbortController().signal,
    ...options,
    stdout: {
      isTTY: isTerminal,
      write: (text) => {
        stdout += text;
        onOutput?.(text);
      },
    },
    stderr: {
      isTTY: isTerminal,
      write: (text) => {
        stderr += text;
        onError?.(text);
      },
    },
  });
  return {
    code,
    stdout,
    stderr,
    get json() {
      return JSON.parse(stdout);
    },
  };
}

/** A user's keyboard. */
export function typedBy(text: string, isTTY = false): Terminal['stdin'] {
  return Object.assign(
    (async function* typed() {
      if (text !== '') yield text;
    })(),
    { isTTY },
  );
}

/** Splits a command line as a shell does: quotes group words. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));

/** The browser of the first administrator, logged in. */
export async function sessionOf({ app, password }: Pick<GatewayApp, 'app' | 'password'>): Promise<Client> {
  const { headers } = await app.with({}).post('/auth/simple/login', { username: 'admin', password });
  return app.with({
    cookie: [headers['set-cookie']]
      .flat()
      .map((cookie) => cookie?.split(';', 1)[0])
      .join('; '),
  });
}

/** A personal token of the first administrator, because API tokens cannot review changes. */
async function personalToken(product: GatewayApp): Promise<string> {
  const session = await sessionOf(product);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { status, body } = await session.post('/api/admin/user/tokens', { description: 'command line', expiresAt });
  equal(status, 201, JSON.stringify(body));
  return body.secret;
}

/** Bundles the package into a folder. In a process of its own, because esbuild may not answer in one that runs services. */
export const bundlePackage = async (folder: string): Promise<void> => {
  const script = join(import.meta.dirname, '../../packages/cli/src/bundle.ts');
  await promisify(execFile)(process.execPath, [script, folder], { timeout: 300_000 });
};

/** The product behind its gateway, and the command line of its administrator in an empty folder. */
export interface CliApp extends GatewayApp {
  readonly folder: string;
  readonly url: string;
  /** Environment variables of the command line. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs `signalbox` with these words. */
  signalbox(line: string, options?: RunOptions): Promise<Ran>;
  close(): Promise<void>;
}

export async function openCliApp(settings: Readonly<Record<string, string>> = {}): Promise<CliApp> {
  const product = await openGatewayApp(settings);
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-cli-'));
  const { url } = product.app;
  const token = await personalToken(product);
  const env = { SIGNALBOX_URL: url, SIGNALBOX_TOKEN: token, HOME: folder };
  return {
    ...product,
    url,
    env,
    folder,
    signalbox: (line, options = {}) => runCommand(wordsOf(line), { cwd: folder, ...options, env: { ...env, ...options.env } }),
    async close() {
      await rm(folder, { recursive: true, force: true });
      await product.app.close();
    },
  };
}
