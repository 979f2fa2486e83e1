import { isTest, locationOf, type Rule, type SourceFile } from './source.ts';
import { only } from './tokens.ts';

const framework = /^(?:packages\/(?:kit|host|bus|store|cache|timing)|services\/gateway)\//;

/** A path of the framework itself: where each service shows the messages that it could not handle. */
const ownPaths = /\/api\/admin\/dead-letters\//g;

/** AMQP's own word for a message on its way to a reader; in a text it would be a name all the same. */
const ofAmqp = /\bdelivery\w*/gi;

/** What the product is made of: the names of its services, and the first segments of the paths that they answer. */
export interface Product {
  readonly services: readonly string[];
  readonly roots: readonly string[];
}

/**
 * The framework knows no product: its code names no service, as a word of a text or at the beginning of a name, and no path of
 * one. What it must know of a service stands in the surface that the service hands it.
 */
export const frameworkKnowsNoProduct =
  ({ services, roots }: Product): Rule =>
  (files) => {
    const words = new RegExp(`(?<![\\w-])(?:${services.join('|')})(?![a-z])\\w*|/(?:${roots.join('|')})(?![\\w-])[\\w/-]*`, 'g');
    return files.filter((file) => framework.test(file.path) && !isTest(file)).flatMap((file) => findingsIn(file, words));
  };

function findingsIn(file: SourceFile, words: RegExp): string[] {
  const blank = (text: string) => ' '.repeat(text.length);
  const texts = only(file.text, 'string', 'pattern').replaceAll(ownPaths, blank);
  const code = only(file.text, 'code');
  const seen = [texts, file.path.startsWith('packages/bus/') ? code.replaceAll(ofAmqp, blank) : code];
  return seen
    .flatMap((text) => [...text.matchAll(words)])
    .map((match) => `${locationOf(file, match.index)} ${match[0]}: the framework knows no service and no path of one`);
}
