import { empty, onlyLooks, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { AskForFeedback, Feedback } from './feedback.schema.ts';

// What the consoles of the reference system tell about themselves and the people before them. It is taken, so that they go
// on, and not kept.

const declared = { permission: 'authenticated', failures: [], ...onlyLooks } as const;

export const takeConsoleErrorRoute = route(
  {
    ...declared,
    method: 'post',
    path: '/api/admin/record-ui-error',
    summary: 'Accept an error of a console, which is not stored',
    body: Type.Object({}),
    answers: { 204: empty },
  },
  async () => undefined,
);

const Splash = Type.Object({ splashId: Type.String(), userId: Type.Integer(), seen: Type.Boolean() });

export const takeSplashRoute = route(
  {
    ...declared,
    method: 'post',
    path: '/api/admin/splash/:id',
    summary: 'Accept that a page of a console was seen, which is not stored',
    params: Type.Object({ id: Type.String() }),
    answers: { 200: Splash },
  },
  async ({ params }, { actor }) => ({ splashId: params.id, userId: actor.id ?? 0, seen: true }),
);

export const takeFeedbackRoute = route(
  {
    ...declared,
    method: 'post',
    path: '/api/admin/feedback',
    summary: 'Accept that a console asked for feedback, which is not stored',
    body: AskForFeedback,
    answers: { 200: Feedback },
  },
  async ({ body }, { actor }) => ({ ...body, userId: actor.id ?? 0, given: null }),
);

export const changeFeedbackRoute = route(
  {
    ...declared,
    method: 'put',
    path: '/api/admin/feedback/:id',
    summary: 'Accept that a console was given feedback, which is not stored',
    params: Type.Object({ id: AskForFeedback.properties.feedbackId }),
    body: Type.Object({ neverShow: Type.Boolean({ default: false }) }),
    answers: { 200: Feedback },
  },
  async ({ params, body }, { actor }) => ({ feedbackId: params.id, ...body, userId: actor.id ?? 0, given: null }),
);
