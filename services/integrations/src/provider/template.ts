import { Failure } from '@signalbox/contracts';
import mustache from 'mustache';
import type { ParameterDefinition, SentEvent } from './provider.ts';

export const bodyTemplate: ParameterDefinition = {
  name: 'bodyTemplate',
  displayName: 'Body template',
  description: 'The request body, as a Mustache template of `event`. Empty: the event as JSON.',
  placeholder: '{ "text": "{{event.createdBy}}: {{event.type}} {{event.featureName}}" }',
  type: 'textfield',
  required: false,
  sensitive: false,
};

const maxSteps = 20_000;
const maxCharacters = 200_000;

/** What is filled in: own properties alone. Mustache itself would also find, and call, what every object inherits. */
class OwnValues extends mustache.Context {
  override push(view: unknown): OwnValues {
    return new OwnValues(view, this);
  }
  override lookup(name: string): unknown {
    if (name === '.') return this.view;
    const [first = '', ...rest] = name.split('.');
    const holder = this.#holderOf(first);
    return [first, ...rest].reduce(ownValue, holder);
  }
  /** The innermost section that has the name. */
  #holderOf(name: string): unknown {
    if (ownValue(this.view, name) !== undefined) return this.view;
    return this.parent instanceof OwnValues ? this.parent.#holderOf(name) : undefined;
  }
}

const ownValue = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name) ? (holder as Record<string, unknown>)[name] : undefined;

/** Counts what it does, because sections within sections multiply. */
class BoundedWriter extends mustache.Writer {
  #steps = 0;
  #characters = 0;

  constructor() {
    super();
    // Templates of everybody would stay in memory for ever.
    Object.assign(this, { templateCache: undefined });
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

/** The template filled in with the event. Throws for one that is none, or that makes too much of it. */
export const fillTemplate = (template: string, event: SentEvent): string => new BoundedWriter().render(template, new OwnValues({ event }));

/** 400 for what is no template. */
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

/** One character is no template: consoles send a blank for none. */
export const isTemplate = (template: string | undefined): template is string => template !== undefined && template.length > 1;
