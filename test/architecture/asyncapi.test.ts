import { deepEqual, equal, match } from 'node:assert/strict';
import { Parser } from '@asyncapi/parser';
import { type Envelope, eventDefinitions, validator } from '@signalbox/contracts';
import { describeBus } from '@signalbox/contracts/asyncapi';
import { ndjson } from '@signalbox/contracts/samples';

const text = describeBus('0.1.0', ndjson);

interface Message {
  readonly payload: object;
  readonly examples: readonly { readonly payload: Envelope }[];
  readonly 'x-routing-key': string;
}
const document = JSON.parse(text) as { components: { schemas: object; messages: Record<string, Message> } };

/** Errors that the official parser reports for a document. */
async function errorsIn(source: string): Promise<string[]> {
  const { diagnostics } = await new Parser().parse(source);
  return diagnostics.filter(({ severity }) => Number(severity) === 0).map(({ message, path }) => `${path.join('.')}: ${message}`);
}

describe('the AsyncAPI document', () => {
  it('is valid AsyncAPI 3 according to the official parser', async () => deepEqual(await errorsIn(text), []));

  it('is invalid with planted errors', async () => {
    const planted = text
      .replace('"action": "send"', '"action": "shout"')
      .replace('#/components/schemas/Envelope', '#/components/schemas/Missing');
    const errors = (await errorsIn(planted)).join('\n');
    match(errors, /operations\.stateEvents\.action/);
    match(errors, /Missing/);
  });

  it('has a message for each declared event', () => {
    const emitted = [...eventDefinitions.values()].map(({ type }) => type);
    deepEqual(Object.keys(document.components.messages), emitted.toSorted());
  });

  it('has a sample for each message that matches its payload schema', () => {
    for (const [type, { payload, examples }] of Object.entries(document.components.messages)) {
      const validate = validator({ ...payload, components: document.components });
      deepEqual(validate.problemsOf(examples[0]?.payload), [], type);
      equal(validate.problemsOf({ ...examples[0]?.payload, type: 'signalbox.other.v1' }).length, 1, type);
    }
  });
});
