/** An API request. */
export interface SampleRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Secret of a token; without it, the request is sent as an administrator. */
  readonly token?: string;
}

/** A response, with the body parsed if it is JSON. */
export interface SampleAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a request as an administrator, or with the token of the request. */
export type SendSample = (request: SampleRequest) => Promise<SampleAnswer>;

export const conflict = 409;

/** Sends a request. Throws unless the status is below 300 or in `orStatus`. */
export async function write(send: SendSample, request: SampleRequest, orStatus: readonly number[] = []): Promise<SampleAnswer> {
  const answer = await send(request);
  if (answer.status < 300 || orStatus.includes(answer.status)) return answer;
  throw new Error(`${request.method} ${request.path} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
}

export const create = (send: SendSample, path: string, body: unknown) => write(send, { method: 'POST', path, body }, [conflict]);

/** The body of a GET request. */
export const read = async <Body>(send: SendSample, path: string): Promise<Body> =>
  (await write(send, { method: 'GET', path })).body as Body;

const triesOfNewToken = 20;

/** Sends a request with a new token. Retries because services learn about tokens asynchronously. */
export async function writeWithNewToken(send: SendSample, request: SampleRequest): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { status, body } = await send(request);
    if (status < 300) return;
    if (status !== 401 || tries === triesOfNewToken)
      throw new Error(`${request.method} ${request.path} returned ${status}: ${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, tries * 10));
  }
}
