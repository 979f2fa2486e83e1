import { pause } from '@signalbox/timing';
import type { StoredLogin } from '../credentials/stored-logins.ts';
import { OAuthProblem, postForm, requestToken, type Server } from '../credentials/token-endpoint.ts';

interface DeviceAnswer {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly expires_in: number;
  readonly interval: number;
}

const slowDownSeconds = 5;

/** Logs in from a computer without a browser (RFC 8628). `show` prints the page and the code to enter there. */
export async function logInWithDevice(server: Server, host: string, show: (page: string, code: string) => void): Promise<StoredLogin> {
  const {
    device_code: code,
    user_code: userCode,
    verification_uri: page,
    interval,
  } = await postForm<DeviceAnswer>(server, '/auth/device', { host });
  show(page, userCode);
  return poll(server, code, interval);
}

async function poll(server: Server, code: string, seconds: number): Promise<StoredLogin> {
  await pause(seconds * 1000, server.signal);
  try {
    return await requestToken(server, 'urn:ietf:params:oauth:grant-type:device_code', { device_code: code });
  } catch (error) {
    const reason = error instanceof OAuthProblem ? error.code : '';
    if (reason === 'authorization_pending') return poll(server, code, seconds);
    if (reason === 'slow_down') return poll(server, code, seconds + slowDownSeconds);
    throw error;
  }
}
