import { empty, changesNothing, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { AskForFeedback, Feedback } from './feedback.schema.ts';

// Reports and page views from consoles of the reference system. They are accepted for compatibility and not stored.

const declared = { permission: 'authenticated', failures: [], ...changesNothing } as const;

export const takeConsoleErrorRoute = route(
  {
    ...declared,
    method: 'post',
    path: '/api/admin/record-ui-error',
    summary: 'Accept a console error report without storing it',
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
    summary: 'Accept a console page view without storing it',
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
    summary: 'Accept a console feedback prompt without storing it',
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
    summary: 'Accept console feedback without storing it',
    params: Type.Object({ id: AskForFeedback.properties.feedbackId }),
    body: Type.Object({ neverShow: Type.Boolean({ default: false }) }),
    answers: { 200: Feedback },
  },
  async ({ params, body }, { actor }) => ({ feedbackId: params.id, ...body, userId: actor.id ?? 0, given: null }),
);
