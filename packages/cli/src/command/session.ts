import { unlessStopped } from '@signalbox/timing';
import { openApi } from '../api/api.ts';
import { findToken, type FoundToken } from '../credentials/find-token.ts';
import { type Format, render } from '../output/render.ts';
import { findLogin } from '../credentials/stored-logins.ts';
import type { Settings } from '../settings/settings.ts';
import type { CommandSession, Table } from './command.ts';
import { usageProblem } from '../base/problem.ts';
import type { Terminal } from '../base/terminal.ts';

interface CommandSessionOptions {
  readonly table: Table;
  readonly settings: Settings;
  readonly terminal: Terminal;
  readonly format: Format;
  readonly folder: string;
}

/** Opens a session. It sends nothing before the command does. */
export function openSession({ table, settings, terminal, format, folder }: CommandSessionOptions): CommandSession {
  const url = settings.url?.value as string;
  if (!URL.canParse(url)) throw usageProblem(`The address of the server is not a URL: ${url} (${settings.url?.origin}).`);
  let found: Promise<FoundToken | undefined> | undefined;
  const findOnce = () => (found ??= findToken(settings, terminal));
  const hasColor = showsColor(terminal);
  const note = (text: string): void => void terminal.stderr.write(`${text}\n`);
  return {
    table,
    settings,
    terminal,
    format,
    folder,
    findToken: findOnce,
    api: async () =>
      openApi({
        url,
        token: (await findOnce())?.token,
        findAgain: async () => (await findLogin(terminal.env, url))?.token,
        fetch: terminal.fetch,
        signal: terminal.signal,
      }),
    print: async (answer) => void terminal.stdout.write(await render(answer, format, { color: hasColor })),
    hasColor,
    note,
    confirm: async (question, instead) => {
      if (!terminal.stdin.isTTY) throw usageProblem(`There is no terminal to confirm on. ${instead}`);
      terminal.stderr.write(`${question} [y/N] `);
      return /^\s*y(?:es)?\s*$/i.test(await unlessStopped(terminal.signal, firstLine(terminal.stdin)));
    },
  };
}

async function firstLine(stdin: Terminal['stdin']): Promise<string> {
  for await (const chunk of stdin) return String(chunk);
  return '';
}

const showsColor = ({ env, stdout }: Terminal): boolean => stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
