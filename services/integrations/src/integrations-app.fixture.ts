import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EventBody, envelopeType, exchanges } from '@signalbox/contracts';
import { eventually, start, type StartOptions, type TestApp } from '@signalbox/testing';
import type { Job } from '@signalbox/kit';
import { integrations } from './service.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
}

/** A server that receives events. `answer` determines the status, by default 200. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  answer: (request: Received) => number | { status: number; headers?: Record<string, string>; body?: string } | Promise<number>;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const incoming = { headers: request.headers, body: Buffer.concat(parts).toString(), path: request.url ?? '' };
      received.push(incoming);
      void Promise.resolve(receiver.answer(incoming)).then((reply) => {
        const { status, headers = {}, body = '' } = typeof reply === 'number' ? { status: reply } : reply;
        return response.writeHead(status, headers).end(body);
      });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    answer: () => 200,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  return receiver;
}

/** Integrations with an adjustable clock, and with events of other services. */
export interface IntegrationsApp extends TestApp {
  now(): Date;
  /** Advances the clock. */
  wait(ms: number): void;
  /** Publishes an event as another service would. Returns the id of its message. */
  emit(event: Partial<EventBody>, messageId?: string): Promise<string>;
}

export async function startIntegrations(options: StartOptions = {}): Promise<IntegrationsApp> {
  let aheadMs = 0;
  let sequence = 0;
  const jobs = (integrations.jobs ?? []).map((job: Job<never>) => ({ ...job, everyMs: 20 }));
  const app = await start([{ ...integrations, jobs }], {
    jobs: true,
    effects: { now: () => new Date(Date.now() + aheadMs) },
    ...options,
    settings: { INTEGRATIONS_ALLOWED_NETWORKS: '127.0.0.0/8', INTEGRATIONS_TIMEOUT_MS: '30000', ...options.settings },
  });
  return {
    ...app,
    now: () => new Date(Date.now() + aheadMs),
    wait(ms) {
      aheadMs += ms;
    },
    async emit(event, messageId = randomUUID()) {
      const data = { ...eventDefaults, createdAt: new Date().toISOString(), ...event };
      sequence += 1;
      const body = JSON.stringify({
        specversion: '1.0',
        id: messageId,
        source: '/signalbox/toggles',
        type: envelopeType(data.type, 1),
        time: data.createdAt,
        datacontenttype: 'application/json',
        sequence,
        data,
      });
      const message = { id: messageId, exchange: exchanges.events, key: `toggles.${data.type}`, body };
      // The broker may still be connecting.
      await eventually(() => app.host.bus.publish([message]));
      return messageId;
    },
  };
}

const eventDefaults = {
  type: 'feature-created',
  createdBy: 'alice',
  createdByUserId: 7,
  project: 'shop',
  environment: null,
  featureName: 'checkout',
  data: { name: 'checkout' },
  preData: null,
  tags: [],
} satisfies Omit<EventBody, 'createdAt'>;
