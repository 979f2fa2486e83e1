import { Failure } from '@signalbox/contracts';
import mustache from 'mustache';
import { sentenceOf } from './message.ts';
import type { ParameterDefinition, SentEvent } from './provider.ts';

export const bodyTemplate: ParameterDefinition = {
  name: 'bodyTemplate',
  displayName: 'Body template',
  description:
    'The request body, as a Mustache template of `event`; `{{{json.event.createdBy}}}` writes a value as JSON. Empty: the event as JSON.',
  placeholder: '{ "text": "{{event.createdBy}}: {{event.type}} {{event.featureName}}" }',
  type: 'textfield',
  required: false,
  sensitive: false,
};

const maxSteps = 20_000;
const maxCharacters = 200_000;

/** Gives templates access to own properties only. Mustache itself also finds and calls inherited functions. */
class OwnValues extends mustache.Context {
  override push(view: unknown): OwnValues {
    return new OwnValues(view, this);
  }
  override lookup(name: string): unknown {
    if (name === '.') return this.view;
    const [first = '', ...rest] = name.split('.');
    const holder = this.#holderOf(first);
    if (first === 'json' && holder === undefined) return JSON.stringify(this.lookup(rest.join('.')) ?? null);
    return [first, ...rest].reduce(ownValue, holder);
  }
  /** The innermost section with the name. */
  #holderOf(name: string): unknown {
    if (ownValue(this.view, name) !== undefined) return this.view;
    return this.parent instanceof OwnValues ? this.parent.#holderOf(name) : undefined;
  }
}

const ownValue = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name) ? (holder as Record<string, unknown>)[name] : undefined;

/** Limits steps and output, because nested sections multiply. */
class BoundedWriter extends mustache.Writer {
  #steps = 0;
  #characters = 0;
  #written = 0;

  constructor() {
    super();
    // The cache would store templates of all add-ons for ever.
    Object.assign(this, { templateCache: undefined });
  }

  override escapedValue(...parts: Parameters<mustache.Writer['escapedValue']>): string {
    return this.#bounded(super.escapedValue(...parts));
  }

  override unescapedValue(...parts: Parameters<mustache.Writer['unescapedValue']>): string {
    return this.#bounded(super.unescapedValue(...parts));
  }

  /** Counts values when they are written, because each use of `json` makes a text of its own. */
  #bounded(value: string | undefined): string {
    this.#written += String(value ?? '').length;
    if (this.#written > maxCharacters) throw tooExpensive();
    return value as string;
  }

  override renderTokens(...parts: Parameters<mustache.Writer['renderTokens']>): string {
    this.#steps += parts[0].length;
    if (this.#steps > maxSteps) throw tooExpensive();
    const text = super.renderTokens(...parts);
    this.#characters += text.length;
    if (this.#characters > maxCharacters) throw tooExpensive();
    return text;
  }
}

const tooExpensive = () =>
  new Failure('BadDataError', `The rendered template has more than ${maxCharacters} characters, or its sections are nested too deeply.`, {
    path: 'parameters/bodyTemplate',
  });

/**
 * Renders the template for the event. `eventJson` and `eventMarkdown` are names of Unleash, whose templates write the latter between the
 * quotes of JSON. Throws for an invalid template or too much output.
 */
export function fillTemplate(template: string, event: SentEvent): string {
  const values = { event, eventJson: JSON.stringify(event), eventMarkdown: markdownOf(event) };
  return new BoundedWriter().render(template, new OwnValues(values));
}

/** A sentence on one line. Backslashes are escaped, as in Markdown and in JSON. */
const markdownOf = (event: SentEvent): string =>
  sentenceOf(event, (text) => `**${text}**`)
    .replaceAll('\\', '\\\\')
    .replaceAll(/\p{Cc}/gu, ' ');

/** Throws 400 for an invalid template. */
export function checkTemplate(template: string | undefined): void {
  if (!isTemplate(template)) return;
  try {
    new BoundedWriter().parse(template);
  } catch (error) {
    throw new Failure('BadDataError', `bodyTemplate is not a valid Mustache template: ${(error as Error).message}`, {
      path: 'parameters/bodyTemplate',
    });
  }
}

/** A single character does not count, because consoles send a blank for an empty template. */
export const isTemplate = (template: string | undefined): template is string => template !== undefined && template.length > 1;
