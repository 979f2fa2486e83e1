/** A refusal with advice. `message` is text of this product; everything that people may have written is in `details`. */
export class ToolProblem extends Error {
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.details = details;
  }
}

const maxQuoted = 60;

/** A name that the agent used, in a message. */
export const quoted = (name: string): string => JSON.stringify(name.length > maxQuoted ? `${name.slice(0, maxQuoted)}…` : name);
