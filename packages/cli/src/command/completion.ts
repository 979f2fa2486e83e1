import type { Command, Table } from './command.ts';
import { flagsOf, globalSettings } from './parse.ts';

/** Shells with a completion script. */
export const shells = ['bash', 'zsh', 'fish', 'pwsh'] as const;

/** A shell with a completion script. */
export type Shell = (typeof shells)[number];

/** Words that may follow each sequence of words. */
type Next = ReadonlyMap<string, readonly string[]>;

const longFlag = (text: string): string => /--[\w-]+/.exec(text)?.[0] ?? text;

function nextWords({ commands, nouns }: Table): Next {
  const everywhere = [
    ...globalSettings.map((setting) => longFlag(flagsOf('', { kind: 'setting', setting, optional: true }))),
    '--output',
    '--help',
  ];
  const named = commands.flatMap((command) => {
    const [noun = ''] = command.name.split(' ');
    const alias = nouns[noun]?.alias;
    return alias === undefined ? [command] : [command, { ...command, name: command.name.replace(noun, alias) }];
  });
  const optionsOf = ({ options }: Command) => Object.entries(options).map(([name, option]) => longFlag(flagsOf(name, option)));
  const verbs = Map.groupBy(
    named.filter(({ name }) => name.includes(' ')),
    ({ name }) => name.split(' ')[0] ?? '',
  );
  return new Map([
    ['', [...new Set(named.map(({ name }) => name.split(' ')[0] ?? ''))]],
    ...[...verbs].map(([noun, own]) => [noun, own.map(({ name }) => name.split(' ')[1] ?? '')] as const),
    ...named.map((command) => [command.name, [...new Set([...optionsOf(command), ...everywhere])]] as const),
  ]);
}

/** The completion script of a shell. It needs no server and starts no process. */
export function completionFor(shell: Shell, table: Table): string {
  const next = nextWords(table);
  return writers[shell](next);
}

const writers: Readonly<Record<Shell, (next: Next) => string>> = {
  bash: (next) => `_signalbox() {
  local words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) words="\${words:+$words }$word" ;; esac
  done
  ${casesOf(next, '"$words"', (words) => `COMPREPLY=($(compgen -W "${words.join(' ')}" -- "\${COMP_WORDS[COMP_CWORD]}"))`)}
}
complete -o default -F _signalbox signalbox
`,
  zsh: (next) => `#compdef signalbox
_signalbox() {
  local -a seen
  seen=(\${\${words[2,CURRENT-1]}:#-*})
  ${casesOf(next, '"${seen[*]}"', (words) => `compadd -- ${words.join(' ')}`)}
}
compdef _signalbox signalbox
`,
  fish: (next) =>
    [
      'function __signalbox_words',
      '  string join " " -- (string match --invert -- "-*" (commandline -opc)[2..]); or echo',
      'end',
      'complete -c signalbox -f',
      ...[...next].map(
        ([words, following]) => `complete -c signalbox -n 'test (__signalbox_words) = "${words}"' -a '${following.join(' ')}'`,
      ),
      '',
    ].join('\n'),
  pwsh: (next) => `Register-ArgumentCompleter -Native -CommandName signalbox -ScriptBlock {
  param($current, $tree, $cursor)
  $next = @{
${[...next].map(([words, following]) => `    '${words}' = '${following.join(' ')}'`).join('\n')}
  }
  $seen = @($tree.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" } | Where-Object { $_ -notlike '-*' -and $_ -ne $current }) -join ' '
  while ($seen -and -not $next.ContainsKey($seen)) { $seen = $seen -replace ' ?\\S+$', '' }
  $next[$seen] -split ' ' | Where-Object { $_ -like "$current*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`,
};

/** A shell case for each sequence of words. Arguments may follow a complete command. */
const casesOf = (next: Next, subject: string, act: (words: readonly string[]) => string): string =>
  [
    `case ${subject} in`,
    ...[...next].map(([words, following]) => `    "${words}"${isNoun(next, words) ? '' : `|"${words} "*`}) ${act(following)} ;;`),
    '  esac',
  ].join('\n');

const isNoun = (next: Next, words: string): boolean => words === '' || [...next.keys()].some((other) => other.startsWith(`${words} `));
