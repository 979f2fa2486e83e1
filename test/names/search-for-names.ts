import type { Answer, Client } from '@signalbox/testing';
import { seeded } from '../races/random.ts';
import { ghostContents, namesOf, type Contents } from './contents.ts';
import { type Requested, looks, requestTo, routes, type Sent } from './requests.ts';
import type { Caller, Project, World } from './world.ts';

export interface Found {
  readonly requests: number;
  /** Number of successful responses: a search that is always refused would find nothing. */
  readonly answered: number;
  readonly problems: readonly string[];
}

/**
 * Sends requests about every hidden project to every route as every caller, and searches the responses for names that the caller must not
 * see. Sends the same requests about a project that does not exist: both responses must be alike. Reads come first, and again at the end.
 * Callers who could make a private project visible change nothing. Sends a `share` of all requests.
 */
export async function searchForNames(world: Pick<World, 'projects' | 'callers'>, random: () => number, share = 1): Promise<Found> {
  const search = new Search(world, random, share);
  const looking = routes.filter(looks);
  const changing = routes.filter((route) => !looks(route));
  for (const caller of world.callers) await search.askAll(caller, looking);
  for (const caller of world.callers.filter(({ mayWrite }) => mayWrite)) await search.askAll(caller, changing);
  for (const caller of world.callers) await search.askAll(caller, looking);
  return search;
}

class Search implements Found {
  requests = 0;
  answered = 0;
  readonly problems: string[] = [];
  readonly #world: Pick<World, 'projects' | 'callers'>;
  readonly #random: () => number;
  readonly #share: number;
  /** Names that a caller has stored where others can read them without access to the original. */
  readonly #reported = new Set<string>();

  constructor(world: Pick<World, 'projects' | 'callers'>, random: () => number, share: number) {
    this.#world = world;
    this.#random = random;
    this.#share = share;
  }

  async askAll(caller: Caller, requested: readonly Requested[]): Promise<void> {
    const hidden = this.#world.projects.filter((project) => !caller.sees(project));
    if (hidden.length === 0) return;
    const names = hidden.flatMap(secretsOf);
    for (const route of requested.filter(() => this.#random() < this.#share)) {
      const project = hidden[Math.floor(this.#random() * hidden.length)] as Project;
      await this.#ask({ caller, names, route, contents: project });
      const seen = this.#world.projects.filter((other) => caller.sees(other));
      const beside = seen[Math.floor(this.#random() * seen.length)];
      // Hidden names in a path that leads to something visible.
      if (beside) await this.#ask({ caller, names, route, contents: { ...project, project: beside.project } });
    }
  }

  async #ask(question: Question): Promise<void> {
    const { caller, names, route, contents } = question;
    const seed = Math.floor(this.#random() * 2 ** 31);
    const ghost = { ...ghostContents(seeded(~seed)), ...(isOf(question) ? {} : { project: contents.project }) };
    const [ofHidden, ofGhost] = [contents, ghost].map((about) => requestTo(route, about, seeded(seed))) as [Sent, Sent];
    const send = async (sent: Sent) => {
      this.requests += 1;
      const answer = await sendAs(caller.client, sent);
      if (answer.status < 300) this.answered += 1;
      if (answer.status >= 500) this.#report(question, sent, `returned ${answer.status}: ${JSON.stringify(answer.body)}`);
      if (!looks(route) && answer.status < 300) for (const name of names) if (inputOf(sent).includes(name)) this.#reported.add(name);
      const read = namesIn(answer, names, sent).filter((name) => !this.#reported.has(name));
      if (read.length > 0) this.#report(question, sent, `shows ${read.join(', ')}: ${textOf(answer).slice(0, 300)}`);
      return answer;
    };
    const differ = async () => difference(await send(ofHidden), contents, await send(ofGhost), ghost);
    // A change may have caused the difference. Then both responses agree when requested again.
    if ((await differ()) === null) return;
    const response = inputOf(ofHidden);
    if ([...this.#reported].some((name) => response.includes(name))) return;
    const again = await differ();
    if (again !== null) this.#report(question, ofHidden, `differs between a hidden and a missing project: ${again}`);
  }

  #report({ caller }: Question, { method, path, withUndeclared }: Sent, what: string): void {
    const sent = withUndeclared === undefined ? '' : ` ${JSON.stringify(withUndeclared).slice(0, 300)}`;
    this.problems.push(`${caller.name}: ${method.toUpperCase()} ${path}${sent} ${what}`);
  }
}

interface Question {
  readonly caller: Caller;
  readonly names: readonly string[];
  readonly route: Requested;
  readonly contents: Contents;
}

/** True if the request is about the hidden project itself. */
const isOf = ({ names, contents }: Question): boolean => names.includes(contents.project);

const secretsOf = (project: Project): string[] => [...namesOf(project), project.clientToken, project.frontendToken];

function sendAs(client: Client, { method, path, withUndeclared }: Sent): Promise<Answer> {
  return method === 'get' || method === 'delete' ? client[method](path) : client[method](path, withUndeclared);
}

/** The request without undeclared properties, which a response must not repeat. */
const inputOf = ({ method, path, body }: Sent): string => JSON.stringify({ method, path, body });

const textOf = ({ body, headers }: Answer): string =>
  `${typeof body === 'string' ? body : JSON.stringify(body)} ${JSON.stringify(headers)}`;

/** Responses may repeat the caller's input. */
function namesIn(answer: Answer, names: readonly string[], sent: Sent): string[] {
  const [text, response] = [textOf(answer), inputOf(sent)];
  return names.filter((name) => text.includes(name) && !response.includes(name));
}

/** A name that is unique in the whole instance: guessing it reveals that it is taken (decision 39), not where. */
const isTaken = (answer: Answer): boolean => answer.body?.name === 'NameExistsError' || textOf(answer).includes('in another project');

/** Returns null if the responses are alike, except for the requested names. */
function difference(one: Answer, contents: Contents, other: Answer, ghost: Contents): string | null {
  if (isTaken(one)) return null;
  const [here, there] = [plain(one), renamed(plain(other), ghost, contents)];
  return here === there ? null : `${here.slice(0, 300)} | ${there.slice(0, 300)}`;
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Hashes of the request, such as ETags, and random challenges. */
const hashes = /"(?:queryHash|hash|etag|challenge)":"(?:[^"\\]|\\.)*"/g;
const instants = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** A response without parts that differ each time. */
const plain = ({ status, body }: Answer): string =>
  `${status} ${JSON.stringify(body).replaceAll(uuids, '').replaceAll(instants, '').replaceAll(hashes, '')}`;

/** Replaces the names of one project's contents with those of the other. */
function renamed(text: string, from: Contents, to: Contents): string {
  const names = namesOf(to);
  const reported = namesOf(from).reduce((soFar, name, index) => soFar.replaceAll(name, names[index] ?? ''), text);
  return (['segment', 'request', 'change'] as const).reduce((soFar, id) => soFar.replaceAll(String(from[id]), String(to[id])), reported);
}
