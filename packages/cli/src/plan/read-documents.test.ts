import { deepEqual, rejects } from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { findFiles } from './find-files.ts';
import { readDocuments } from './read-documents.ts';

describe('files of documents', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signalbox-documents-'));
    const files = {
      'flags/a.yaml': 'kind: Feature\nmetadata: { name: a }\n---\nkind: Feature\nmetadata: { name: b }\n---\n# The end.\n',
      'flags/deep/er/c.yaml': 'kind: Feature\nmetadata: { name: c }\nspec: { value: 2.4.0 }\n',
      'flags/d.json': '[{ "kind": "Segment", "metadata": { "name": "d" } }]',
      'flags/node_modules/x.yaml': 'kind: Feature\nmetadata: { name: x }\n',
      'flags/[1].yaml': 'kind: TagType\nmetadata: { name: t }\n',
      'broken.yaml': 'a: [',
      'text.yaml': 'only text',
      'bomb.yaml': `a: &a [x]\nb: &b [${'*a, '.repeat(20)}]\nc: [${'*b, '.repeat(20)}]\n`,
      'numbers.yaml': 'spec: { values: [50, -1, 1.5, "0123", !!str 0123, 1234567890123456] }',
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  });
  after(() => rm(folder, { recursive: true }));

  const found = async (...patterns: string[]) => (await findFiles(folder, patterns)).map((path) => relative(folder, path));

  it('are found by patterns, outside of node_modules', async () => {
    deepEqual(await found('flags/**/*.yaml'), ['flags/[1].yaml', 'flags/a.yaml', 'flags/deep/er/c.yaml']);
    deepEqual(await found('flags/*.yaml', 'flags/a.yaml'), ['flags/[1].yaml', 'flags/a.yaml']);
    deepEqual(await found('flags/?.json'), ['flags/d.json']);
    await rejects(found('flags/*.toml'), /matches no file/);
    await rejects(found('nothing/*.yaml'), /matches no file/);
  });

  it('may contain several documents in YAML or a list in JSON, and name their origins', async () => {
    const { documents, origins } = await readDocuments(folder, ['flags/a.yaml', 'flags/d.json', 'flags/deep/**']);
    deepEqual(
      documents.map(({ metadata }) => metadata.name),
      ['a', 'b', 'd', 'c'],
    );
    deepEqual(origins, ['flags/a.yaml, document 1', 'flags/a.yaml, document 2', 'flags/d.json', 'flags/deep/er/c.yaml']);
    deepEqual(documents[3]?.spec, { value: '2.4.0' });
  });

  it('may contain numbers that are stored as they are written', async () => {
    const { documents } = await readDocuments(folder, ['numbers.yaml']);
    deepEqual(documents[0]?.spec, { values: [50, -1, 1.5, '0123', '0123', 1234567890123456] });
  });

  for (const number of ['1099511627776123457', '0123', '1.10', '1e3', '0x1F', '+5'])
    it(`are refused with the unquoted number ${number}, which would change`, async () => {
      await writeFile(join(folder, 'number.yaml'), `kind: Feature\n---\nspec:\n  tags: [{ type: a }, { value: ${number} }]\n`);
      const refused = readDocuments(folder, ['number.yaml']);
      const message = `number.yaml, document 2: spec/tags/1/value is ${number}, which would become ${Number(number)}.`;
      await rejects(refused, (error: Error) => error.message.startsWith(message));
    });

  it('are refused with the file, the line and the reason', async () => {
    await rejects(readDocuments(folder, ['broken.yaml']), /broken.yaml, document 1, is not valid YAML: .* at line 1/);
    await rejects(readDocuments(folder, ['text.yaml']), /text.yaml, document 1, must be an object/);
    await rejects(readDocuments(folder, ['bomb.yaml']), /bomb.yaml, document 1, is not valid YAML: Excessive alias count/);
    await rejects(readDocuments(folder, ['missing.yaml']), /missing.yaml cannot be read/);
  });
});
