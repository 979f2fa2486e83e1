import { SignalShape } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { serializeSignal, Signal } from './signal.ts';

export const listSignalsRoute = route(
  {
    method: 'get',
    path: '/api/admin/signals',
    summary: 'List the signals that other systems have reported, by name',
    permission: 'authenticated',
    answers: { 200: Type.Array(SignalShape) },
    failures: [],
  },
  async (_input, { em }) => (await em.find(Signal, {}, { orderBy: { name: 'asc' } })).map(serializeSignal),
);
