// Compares this version with the newest published reference server and clients, as a black box. Run `npm run suite -- compatibility`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testedVersionOf } from '../../tools/describe-compatibility.ts';
import { root } from '../../tools/testing/root.ts';
import { startReference } from '../reference/start-reference.ts';
import { type ApiDocument, missingOperations } from './missing-operations.ts';
import { comparedServer, testedClients } from './upstream.ts';

function newestOf(name: string): string {
  const { status, stdout, stderr } = spawnSync('npm', ['view', name, 'version'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm cannot find the newest version of ${name}: ${stderr}`);
  return stdout.trim();
}

async function readApi(version: string): Promise<ApiDocument> {
  const reference = await startReference(version, { ENABLE_OAS: 'true' });
  try {
    const response = await fetch(`${reference.url}/docs/openapi.json`, { headers: { authorization: reference.tokens.admin } });
    return (await response.json()) as ApiDocument;
  } finally {
    await reference.close();
  }
}

const server = newestOf('unleash-server');
const problems = [
  ...(server === comparedServer ? [] : [`unleash-server ${server} is newer than ${comparedServer}, the compared version.`]),
  ...testedClients.flatMap((name) => {
    const [newest, tested] = [newestOf(name), testedVersionOf(name)];
    return newest === tested ? [] : [`${name} ${newest} is newer than ${tested}, the tested version.`];
  }),
];
const here = JSON.parse(readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8')) as ApiDocument;
const missing = missingOperations(await readApi(server), here);
problems.push(...missing.map((operation) => `unleash-server ${server} has ${operation}, which is absent here without a reason.`));
const lines = [...problems, `Compared with unleash-server ${server}: ${problems.length} problems.`];
process.stdout.write(lines.map((line) => `${line}\n`).join(''));
process.exitCode = problems.length === 0 ? 0 : 1;
