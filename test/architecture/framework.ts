import { isTest, locationOf, type Rule, type SourceFile } from './source.ts';
import { only } from './tokens.ts';

const framework = /^(?:packages\/(?:kit|host|bus|store|cache|timing)|services\/gateway)\//;

/** A path of the framework itself: each service's dead letters. */
const ownPaths = /\/api\/admin\/dead-letters\//g;

/** AMQP's term for a message on its way to a consumer. In a string it would still be a service name. */
const ofAmqp = /\bdelivery\w*/gi;

/** Names of the product's services, and the first segments of their paths. */
export interface Product {
  readonly services: readonly string[];
  readonly roots: readonly string[];
}

/**
 * The framework does not depend on the product. Its code contains no service name, as a word in a string or at the beginning of an
 * identifier, and no path of a service. It gets such details from each service's surface.
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
    .map((match) => `${locationOf(file, match.index)} ${match[0]}: the framework must not name a service or its paths`);
}
