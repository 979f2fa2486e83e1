/** Input of the "why" page: an environment, and a context with flat text fields. */
export interface WhyQuestion {
  readonly environment: string;
  readonly context: Readonly<Record<string, string>>;
}

/** A question in a link, with another one for comparison, or with the revision and result at the time of the link. */
export interface LinkedQuestion extends WhyQuestion {
  readonly compared?: WhyQuestion;
  readonly revision?: number;
  readonly wasOn?: boolean;
}

/** Serializes a question as a URL fragment, which browsers never send to a server. */
export const writeQuestion = ({ environment, context, compared, revision, wasOn }: LinkedQuestion): string =>
  encodeURIComponent(JSON.stringify({ environment, context, compared, revision, wasOn }));

/** Parses the question in a fragment, with or without `#`. Returns null if there is none. */
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

/** The fields of a context as text: `properties` are merged in, numbers and booleans are converted. */
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

/** Converts fields to the context format of the API, which requires an application name; the default is the console's own. */
export function asContext(fields: WhyQuestion['context']) {
  const given = Object.entries(fields).filter(([, value]) => value !== '');
  return {
    appName: 'console',
    ...Object.fromEntries(given.filter(([name]) => isOwn(name))),
    properties: Object.fromEntries(given.filter(([name]) => !isOwn(name))),
  };
}
