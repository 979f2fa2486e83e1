import type { TokenState } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { revisionIn } from '../delta/get-delta.ts';
import type { RenderedResponse } from '../evaluation/evaluations.ts';
import { refetchPath } from './stream-refetches.ts';
import { ticketFor, ticketHour } from './ticket.ts';

export type EventStreamParts = Pick<OpenParts, 'now' | 'settings'>;

/** An event stream for providers (OFREP 0.3, ADR 0008). They complete the address by the origin that they evaluate at. */
export const EventStream = Type.Object({
  type: Type.Literal('sse'),
  endpoint: Type.Object({ requestUri: Type.String() }),
  inactivityDelaySec: Type.Integer({ description: 'Seconds in the background after which a provider closes the stream.' }),
});

/** Parameters that providers repeat from the event that made them evaluate again. */
export const RefetchParameters = Type.Object({
  flagConfigEtag: Type.Optional(Type.String({ description: 'The revision that the event announced. The response is at least as new.' })),
  flagConfigLastModified: Type.Optional(Type.String({ description: 'Not used.' })),
});

const inactivityDelaySec = 120;

/** The revision that a process must have reached, because another one has announced it. */
export const notifiedOf = ({ flagConfigEtag }: Static<typeof RefetchParameters>): string | undefined =>
  revisionIn(flagConfigEtag)?.toString();

/**
 * Adds the address of the stream, whose ticket changes every hour, and with it the ETag. Tokens of all environments get none: the stream
 * belongs to one environment.
 */
export function withEventStreams({ etag, json, revision }: RenderedResponse, token: TokenState, parts: EventStreamParts): RenderedResponse {
  const streams = eventStreamsOf(token, parts);
  if (!streams) return { etag, json, revision };
  const end = `,"eventStreams":${JSON.stringify(streams)}}`;
  return { etag: `${etag.slice(0, -1)}:${ticketHour(parts.now())}"`, json: async () => appended(await contentOf(json), end), revision };
}

/** The stream of the token's environment, if it has one. */
export function eventStreamsOf(token: TokenState, { now, settings }: EventStreamParts): Static<typeof EventStream>[] | undefined {
  if (token.environment === '*') return undefined;
  const requestUri = `${basePath(settings)}${refetchPath}?ticket=${ticketFor(token, ticketHour(now()))}`;
  return [{ type: 'sse', endpoint: { requestUri }, inactivityDelaySec }];
}

const contentOf = (json: RenderedResponse['json']): Buffer | Promise<Buffer> => (typeof json === 'function' ? json() : json);

/** Replaces the closing brace. */
const appended = (json: Buffer, end: string): Buffer => Buffer.concat([json.subarray(0, -1), Buffer.from(end)]);

/** The path that a proxy serves this product below. */
const basePath = ({ baseUrl }: EventStreamParts['settings']): string => (baseUrl ? new URL(baseUrl).pathname.replace(/\/+$/, '') : '');
