/** What somebody asks: what an application would be told in an environment. Fields of the context stand side by side, as text. */
export interface WhyQuestion {
  readonly environment: string;
  readonly context: Readonly<Record<string, string>>;
}

/** A question as a link holds it: with another to compare with, or the revision at which the link was made and what the answer was then. */
export interface LinkedQuestion extends WhyQuestion {
  readonly compared?: WhyQuestion;
  readonly revision?: number;
  readonly wasOn?: boolean;
}

/** A question as the fragment of an address, which browsers send to nobody. */
export const writeQuestion = ({ environment, context, compared, revision, wasOn }: LinkedQuestion): string =>
  encodeURIComponent(JSON.stringify({ environment, context, compared, revision, wasOn }));

/** The question in a fragment, with its `#` or without; null where there is none. */
export function readQuestion(fragment: string): LinkedQuestion | null {
  const content = contentOf(fragment.replace(/^#/, ''));
  const question = questionIn(content);
  if (!question) return null;
  const { compared, revision, wasOn } = content;
  const other = questionIn(Object(compared) as Content);
  return {
    ...question,
    ...(other && { compared: other }),
    ...(Number.isSafeInteger(revision) && { revision: revision as number }),
    ...(typeof wasOn === 'boolean' && { wasOn }),
  };
}

type Content = Readonly<Record<string, unknown>>;

const questionIn = ({ environment, context }: Content): WhyQuestion | null =>
  typeof environment === 'string' && typeof context === 'object' && context !== null ? { environment, context: textsIn(context) } : null;

function contentOf(fragment: string): Content {
  try {
    return Object(JSON.parse(decodeURIComponent(fragment))) as Content;
  } catch {
    return {};
  }
}

/** The fields of a context that can be asked with: `properties` stand beside the others, numbers and booleans count as text. */
export function textsIn(context: object): Readonly<Record<string, string>> {
  const { properties, ...own } = context as Readonly<Record<string, unknown>>;
  const fields = { ...own, ...(typeof properties === 'object' ? properties : {}) };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? [[name, String(value)]] : [],
    ),
  );
}

const ownFields = ['appName', 'currentTime', 'environment', 'remoteAddress', 'sessionId', 'userId'];
const isOwn = (name: string): boolean => ownFields.includes(name);

/** A context as the server takes it. An application has to be named; it is this one where nobody names another. */
export function asContext(fields: WhyQuestion['context']) {
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  return {
    appName: 'console',
    ...Object.fromEntries(given.filter(([name]) => isOwn(name))),
    properties: Object.fromEntries(given.filter(([name]) => !isOwn(name))),
  };
}
