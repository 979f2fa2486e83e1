import { runScript } from './testing/run-script.ts';
import { longSuites, scriptOf } from './suites.ts';

// Runs one long suite: `npm run suite -- failure --only 7`. Without a name, lists all of them.
const [name, ...words] = process.argv.slice(2);
const suite = longSuites[name ?? ''];
if (suite) {
  process.exitCode = (await runScript(scriptOf(suite), [...(suite.options ?? []), ...words])).code;
} else {
  const width = Math.max(...Object.keys(longSuites).map(({ length }) => length));
  const lines = Object.entries(longSuites).map(([each, { about }]) => `  ${each.padEnd(width)}  ${about}`);
  console.log(`npm run suite -- <name> [options]\n${lines.join('\n')}`);
  if (name !== undefined) console.error(`Unknown suite: ${name}`);
  process.exitCode = name === undefined ? 0 : 1;
}
