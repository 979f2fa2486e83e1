import type { Envelope } from '../envelope.ts';

/** The stored samples as text, by `<type>.v<version>`: one message per version of each event, a line each (`samples/*.ndjson`). */
export const sampleTexts = (ndjson: string): ReadonlyMap<string, string> =>
  new Map(
    ndjson
      .trimEnd()
      .split('\n')
      .map((text) => [(JSON.parse(text) as Envelope).type.replace('signalbox.', ''), text]),
  );

/** The stored samples, by `<type>.v<version>`. */
export const parseSamples = (ndjson: string): ReadonlyMap<string, Envelope> =>
  new Map([...sampleTexts(ndjson)].map(([name, text]) => [name, JSON.parse(text) as Envelope]));
