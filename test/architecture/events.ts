import type { EventDefinition } from '@signalbox/contracts';
import { isTest, type SourceFile } from './source.ts';
import { only } from './tokens.ts';

const nameOf = ({ type }: EventDefinition): string => type.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const imports = /\bimport\b[^;]*?\bfrom\b[^;]*;/g;

/** Returns declared events that no code of their service uses, imports not counted. */
export function neverRaised(files: readonly SourceFile[], definitions: Iterable<EventDefinition>): string[] {
  const code = Map.groupBy(
    files.filter((file) => !isTest(file)),
    ({ path }) => /^services\/([^/]+)\//.exec(path)?.[1] ?? '',
  );
  const texts = new Map(
    [...code].map(([service, own]) => [service, own.map(({ text }) => only(text, 'code').replace(imports, '')).join('\n')]),
  );
  return [...definitions]
    .filter((event) => !new RegExp(`\\b${nameOf(event)}\\b`).test(texts.get(event.service) ?? ''))
    .map(({ service, type }) => `${service} does not emit ${type}: emit it, or remove its declaration`);
}
