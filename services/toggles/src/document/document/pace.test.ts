import { equal, ok } from 'node:assert/strict';
import { compareDocuments } from '../compare/compare-documents.ts';
import { featureDocument } from '../documents.fixture.ts';
import { readDocuments } from './read-documents.ts';

/** Turns of the event loop that other work gets meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return turns;
}

describe('planning', () => {
  const destination = { project: 'default', environments: ['production'], stickiness: 'default', access: { namesOf: () => new Map() } };
  const few = [featureDocument('f-0', {})];
  const many = Array.from({ length: 1000 }, (_, index) => featureDocument(`f-${index}`, {}));
  const strategies = Array.from({ length: 100 }, () => ({ name: 'default' }));
  const large = Array.from({ length: 10 }, (_, index) => featureDocument(`f-${index}`, { environments: { production: { strategies } } }));

  for (const [what, documents] of Object.entries({ 'many documents': many, 'documents with many strategies': large }))
    it(`yields to other work between ${what}`, async () => {
      const read = await readDocuments(documents, destination);
      equal(read.length, documents.length);
      ok((await turnsDuring(() => readDocuments(documents, destination))) >= 10);
      const canonical = read.map(({ document }) => document);
      ok((await turnsDuring(() => compareDocuments(canonical, new Map()))) >= 10);
      ok((await turnsDuring(() => readDocuments(few, destination))) <= 1);
    });
});
