import type { Cipher } from '@signalbox/cipher';
import { Failure } from '@signalbox/contracts';
import type { GuardedFetch } from '@signalbox/outbound';
import { readCustomHeaders } from '../provider/custom-headers.ts';
import type { ParameterDefinition, Parameters, Provider } from '../provider/provider.ts';
import { findProvider } from '../provider/providers.ts';
import type { Addon } from './addon.ts';

/** Replaces a secret in responses. A request with the mask keeps the stored secret. */
export const mask = '*****';

/** Maximum length of a value. */
export const maxCharacters = 10_000;

/** Dependencies for reading and writing parameters. */
export interface ParameterState {
  readonly cipher: Cipher;
  readonly outbound: GuardedFetch;
}

/** The parameter values of one add-on, with secrets in clear text. */
export class AddonParameters {
  readonly values: Parameters;
  readonly #provider: Provider;

  constructor(provider: Provider, values: Parameters) {
    this.#provider = provider;
    this.values = values;
  }

  /** Values for responses, with masked secrets. */
  shown(): Record<string, string> {
    const secrets = this.#secretNames();
    return Object.fromEntries(Object.entries(this.values).map(([name, value]) => [name, secrets.has(name) ? mask : value]));
  }

  /** Values to store in the add-on with this id. */
  stored(id: number, cipher: Cipher): Pick<Addon, 'parameters' | 'secrets'> {
    const names = this.#secretNames();
    const [secret, open] = [true, false].map((isSecret) =>
      Object.fromEntries(Object.entries(this.values).filter(([name]) => names.has(name) === isSecret)),
    ) as [Parameters, Parameters];
    const isEmpty = Object.keys(secret).length === 0;
    return { parameters: open, secrets: isEmpty ? null : cipher.encrypt(JSON.stringify(secret), parametersPurpose(id)) };
  }

  #secretNames(): Set<string> {
    return new Set(this.#provider.definition.parameters.filter(({ sensitive }) => sensitive).map(({ name }) => name));
  }
}

/** Encryption purpose of an add-on's secret parameters. */
export const parametersPurpose = (id: number): string => `parameters of add-on ${id}`;

/** The parameters of a stored add-on. Secrets encrypted with a missing key are omitted. */
export function readParameters({ id, provider, parameters, secrets }: Addon, cipher: Cipher): AddonParameters {
  const clear = secrets && cipher.tryDecrypt(secrets, parametersPurpose(id));
  return new AddonParameters(findProvider(provider), { ...parameters, ...(clear ? (JSON.parse(clear) as Parameters) : {}) });
}

type Values = Readonly<Record<string, string | number | boolean>>;

interface SentParameters {
  readonly provider: string;
  readonly parameters: Values;
}

/** The parameters of a request, completed with stored secrets. Throws 400 for invalid ones. */
export function checkParameters(sent: SentParameters, before: AddonParameters | null, outbound: GuardedFetch): AddonParameters {
  const provider = providerOf(sent);
  const known = provider.definition.parameters;
  const stored = storedSecrets(sent.parameters, before);
  const values = Object.fromEntries(known.flatMap((parameter) => valueOf(parameter, sent.parameters, stored)));
  for (const { name, type } of known) if (type === 'url' && values[name]) refuseUrl(name, values[name], outbound);
  readCustomHeaders(values);
  provider.check?.(values);
  return new AddonParameters(provider, values);
}

/** The parameters of a preview, which is complete without secrets. Throws 400 for invalid ones, including secrets. */
export function checkDraft(sent: SentParameters): Parameters {
  const provider = providerOf(sent);
  const known = provider.definition.parameters;
  const secret = known.find(({ name, sensitive }) => sensitive && sent.parameters[name] !== undefined);
  if (secret) throw refused(secret.name, 'is secret and not part of a preview. Leave it out');
  const values = Object.fromEntries(known.flatMap((parameter) => valueOf({ ...parameter, required: false }, sent.parameters, {})));
  provider.check?.(values);
  return values;
}

/** Throws 400 for an unknown provider, and for a parameter that it does not have. */
function providerOf({ provider: name, parameters }: SentParameters): Provider {
  const provider = findProvider(name);
  const unknown = Object.keys(parameters).find((each) => !provider.definition.parameters.some((parameter) => parameter.name === each));
  if (unknown !== undefined) throw refused(unknown, `is not a parameter of ${name}`);
  return provider;
}

/** Stored secrets are only reused for the URL that they were entered for. */
function storedSecrets({ url }: Values, before: AddonParameters | null): Parameters {
  if (!before) return {};
  const staysThere = url === mask || (url ?? '') === (before.values['url'] ?? '');
  return staysThere ? before.values : {};
}

function valueOf({ name, required, sensitive }: ParameterDefinition, sent: Values, stored: Parameters): [string, string][] {
  const text = String(sent[name] ?? '');
  const isMasked = sensitive && text === mask;
  if (isMasked && stored[name] === undefined) throw refused(name, 'must be entered again: no value is stored for this URL');
  const value = isMasked ? (stored[name] ?? '') : text;
  if (required && value === '') throw refused(name, 'is required');
  return value === '' ? [] : [[name, value]];
}

function refuseUrl(name: string, url: string, outbound: GuardedFetch): void {
  try {
    outbound.refuse(url);
  } catch (error) {
    throw error instanceof Failure ? new Failure(error.name, error.message, { path: `parameters/${name}` }) : error;
  }
}

const refused = (name: string, problem: string): Failure =>
  new Failure('BadDataError', `parameters/${name} ${problem}.`, { path: `parameters/${name}` });
