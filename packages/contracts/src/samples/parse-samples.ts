import type { Envelope } from '../envelope.ts';

/** Stored samples as text, by `<type>.v<version>`. The files have one message per event and version, a line each (`samples/*.ndjson`). */
export const sampleTexts = (ndjson: string): ReadonlyMap<string, string> =>
  new Map(
    ndjson
      .trimEnd()
      .split('\n')
      .map((text) => [(JSON.parse(text) as Envelope).type.replace('signalbox.', ''), text]),
  );

/** Stored samples, by `<type>.v<version>`. */
export const parseSamples = (ndjson: string): ReadonlyMap<string, Envelope> =>
  new Map([...sampleTexts(ndjson)].map(([name, text]) => [name, JSON.parse(text) as Envelope]));
