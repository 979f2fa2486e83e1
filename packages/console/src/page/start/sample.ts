import { fillWithSample, type SendSample } from '../../../sample/fill.ts';

/** Fills the instance with sample data as the logged-in user. */
export const fillFromBrowser = () => fillWithSample(send, new Date());

/** Omits the session for requests with a token, so that only the token counts. */
const send: SendSample = async ({ method, path, body, token }) => {
  const response = await fetch(path, {
    method,
    credentials: token === undefined ? 'same-origin' : 'omit',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: token }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: isJson ? await response.json() : await response.text() };
};
