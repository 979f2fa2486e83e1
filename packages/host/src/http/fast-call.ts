import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { clientAddressHeader, type Principal } from '@signalbox/contracts';
import type { FastCall, RouteDeclaration } from '@signalbox/kit';
import { transientCheck } from '../validation/validation.ts';
import { paramsReader, type Target } from './dispatch.ts';

/** Compiled checks of a fast route. */
export interface FastChecks {
  readonly query: (search: string) => unknown;
  readonly params: (target: Target) => unknown;
}

/** Authorizes the caller of a request, or throws or rejects. */
export type Admit = (request: IncomingMessage) => Principal | Promise<Principal>;

type Part = Record<string, never>;
const nothing: Part = {};

/** Compiles the validation of a route's query and parameters. */
export function fastChecksOf({ path, query, params }: RouteDeclaration): FastChecks {
  const readParams = path.includes(':') ? paramsReader(path) : undefined;
  const checkQuery = query && transientCheck('query', query);
  const checkParams = params && transientCheck('params', params);
  return {
    query(search) {
      const values = { ...parse(search, '&', '=', { maxKeys: 0 }) };
      checkQuery?.(values);
      return values;
    },
    params({ values }) {
      if (!readParams) return nothing;
      const read = readParams(values);
      checkParams?.(read);
      return read;
    },
  };
}

/** A request with an authorized caller, as its handler sees it. */
export class Call implements FastCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly search: string;
  readonly params: Part;
  readonly body: Part;
  readonly principal: Principal;
  readonly #admit: Admit;
  readonly #checks: FastChecks;

  constructor(target: Target, checks: FastChecks, principal: Principal, admit: Admit, body: unknown) {
    this.request = target.request;
    this.response = target.response;
    this.search = target.search;
    this.#checks = checks;
    this.params = checks.params(target) as Part;
    this.body = body as Part;
    this.principal = principal;
    this.#admit = admit;
  }

  admit(): Principal | Promise<Principal> {
    return this.#admit(this.request);
  }

  get query(): Part {
    return this.#checks.query(this.search) as Part;
  }

  get clientAddress(): string {
    return this.header(clientAddressHeader) ?? (this.request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }
}
