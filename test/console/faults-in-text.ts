/** A kind of text that no page may show, with an example of it. */
interface Fault {
  readonly about: string;
  readonly example: string;
  readonly pattern: RegExp;
  /** Applies to names and code too: text in a font of fixed width, or in a field. */
  readonly isInCode?: true;
}

/** Names of context fields and strategy types in the fixtures, which applications define. */
const given =
  /\b(?:userId|sessionId|appName|currentTime|remoteAddress|flexibleRollout|gradualRolloutUserId|userWithId|applicationHostname|hostNames|userIds|groupId)\b/g;
/** Values that constraints of the fixtures compare with. */
const compared = /(?<=(?:one|none) of |X )[\d, |]+/g;

const acronyms =
  'HTTPS?|JSON|NDJSON|YAML|SCIM|SAML|HMAC|UUID|CORS|MCP|CI|CD|CLI|OIDC|OFREP|SHA|CSV|SQL|PKCE|TOTP|SMTP|POST|BCDF|GHJK|KHTML';

/** Every kind of fault. */
export const faults: readonly Fault[] = [
  { about: 'a value that is missing', example: 'by undefined', pattern: /\b(?:undefined|NaN|Invalid Date)\b/, isInCode: true },
  { about: 'an object as text', example: 'by [object Object]', pattern: /\[object \w+\]/, isInCode: true },
  { about: 'a placeholder without its value', example: 'by ${name}', pattern: /\$\{|\{\w+\}/ },
  { about: 'a value that is null', example: 'the limit null', pattern: /\bnull\b/ },
  { about: 'a moment as machines write it', example: 'at 2026-11-29T10:00', pattern: /\d{4}-\d\d-\d\d/ },
  { about: 'a clock of twelve hours', example: '9:05 AM', pattern: /\d ?[AP]M\b/i },
  {
    about: 'a number without separators',
    example: '10000 features',
    pattern: /(?<![\w.,:#/-]|\b[Ee]vent[ |]*)(?!20\d\d\b)\d{4,}(?![\w:-])/,
  },
  { about: 'one of several things', example: '1 features', pattern: /(?<![\d.,:#–-])\b1 (?!was\b|has\b|is\b|does\b)[a-z]+[a-rt-z]s\b/ },
  {
    about: 'several of one thing',
    example: '3 feature ',
    pattern: /\b(?!1\b)\d+ (?:feature|change|project|user|request|day|evaluation|segment|strategy)\b(?![- ][a-z])/,
  },
  { about: 'a name of a constant', example: 'needs CREATE_FEATURE', pattern: /\b[A-Z]+_[A-Z_]+\b/ },
  { about: 'a word of an enumeration', example: 'EDITOR', pattern: new RegExp(`\\b(?!(?:${acronyms})\\b)[A-Z]{4,}\\b`) },
  { about: 'a name of a property', example: 'the createdAt of', pattern: /(?<![\w./-])[a-z]+[a-z\d]*[A-Z][a-z]\w*/ },
  {
    about: 'a type of an event',
    example: 'feature-created',
    pattern: /\b[a-z]+(?:-[a-z]+)*-(?:created|updated|deleted|archived|added|removed|enabled|disabled)\b/,
  },
  { about: 'an identifier', example: '0f3a5c1e-9b2d-4c51', pattern: /\b[\da-f]{8}-[\da-f]{4}-|\b(?=[a-f]*\d)[\da-f]{16,}\b/ },
  { about: 'two blanks', example: 'turned  on', pattern: /\S {2,}\S/ },
  { about: 'two slashes', example: '/projects//features', pattern: /(?<!:)\/\// },
  { about: 'an operator in a sentence', example: 'is 48, > 10', pattern: /[a-z\d],? [<>]=? [a-z\d]/ },
  { about: 'a sign twice', example: 'is 48, > 10..', pattern: /(?<!\.)\.\.(?!\.)|,,|;;|::|, ?[.;]|%%|\(\)|“”|·\s*·/ },
  { about: 'a blank before a sign', example: 'turned on .', pattern: /\w [,.;:!?](?:\s|$)/ },
  { about: 'a word twice', example: 'the the limit', pattern: /(?<![-.\w])([A-Za-z]{2,}) \1(?![-.\w])/ },
  {
    about: 'a sentence without its end',
    example: 'proposed a change in',
    pattern: /[,·]$|\b(?:proposed|changed|turned|added|removed|created|deleted|sent)\b.* (?:in|of|to|on|from)$/,
  },
];

/** A text of a page: words of a sentence, or a name or code. */
export interface PageText {
  readonly text: string;
  readonly isCode: boolean;
}

/** The faults of a text, each with its part. */
export function faultsOf({ text, isCode }: PageText): readonly string[] {
  const own = text.replaceAll(given, 'X').replaceAll(compared, 'X');
  return faults
    .filter(({ isInCode = false, pattern }) => (isInCode || !isCode) && pattern.test(own))
    .map(({ about }) => `${about}: “${text.slice(0, 160)}”`);
}

/**
 * A script that opens all menus of a page and returns its texts: of each paragraph, cell, item or control, and of attributes that users read
 * or hear. Names and code inside a sentence are replaced by X.
 */
export const textsScript = `(() => {
  for (const each of document.querySelectorAll('details')) each.open = true;
  const code = 'code, pre, kbd, textarea, option, del, ins, .mono, [class*=value]';
  const units = 'li, td, th, p, h1, h2, h3, dd, dt, figcaption, caption, button, a, summary, label, legend, text, ' + code;
  const texts = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    if (parent.closest('script, style') || !parent.checkVisibility()) continue;
    const sentence = parent.closest('li, td, th, p, h1, h2, h3, dd, dt, figcaption, caption, label, legend') ?? parent;
    const isName = parent.closest(code);
    const unit = isName ?? sentence;
    const add = (to, text, isCode) => texts.set(to, { text: (texts.get(to)?.text ?? '') + text, isCode });
    const isInline = getComputedStyle(parent).display === 'inline' || parent === unit;
    add(unit, isInline ? data : '|' + data + '|', Boolean(isName));
    if (isName && sentence !== isName && sentence.contains(isName)) add(sentence, 'X', false);
  }
  const spoken = ['title', 'aria-label', 'placeholder', 'aria-description'].flatMap((name) =>
    [...document.querySelectorAll('[' + name + ']')].map((each) => ({ text: each.getAttribute(name), isCode: each.matches(code) })));
  return [...[...texts.values()].map(({ text, isCode }) => ({ text: text.replaceAll(/[\\s|]*\\|[\\s|]*/g, ' | ').replaceAll(/\\s+/g, ' ').replaceAll(/ \\| (?=[,.:;])/g, '').replaceAll(/^[ |]+|[ |]+$/g, ''), isCode })), ...spoken]
    .filter(({ text }) => text !== '');
})()`;
