import { dirname } from 'node:path';
import { type Copy, DockerfileParser, type Env, type From, type JSONInstruction } from 'dockerfile-ast';
import type { Product } from './manifest-rules.ts';

/** The program of every image, built by the first stage. */
export const bundled = 'bundle/main.js';

export interface DockerfileWorld extends Pick<Product, 'settings' | 'version'> {
  /** The Node version that the lockfile pins. */
  readonly node: string;
  readonly exists: (path: string) => boolean;
  /** Arguments and variables that every process starts with, apart from its settings. */
  readonly processEnvironment: Readonly<Record<string, string>>;
}

type File = ReturnType<typeof DockerfileParser.parse>;
type Rule = (file: File, world: DockerfileWorld) => string[];

const unless = (holds: boolean, problem: string) => (holds ? [] : [problem]);
const wordsOf = (instruction: JSONInstruction) => instruction.getJSONStrings().map((word) => word.getJSONValue());
const isInstruction =
  (...keywords: string[]) =>
  (instruction: { getKeyword(): string }) =>
    keywords.includes(instruction.getKeyword());

/** Stages of images, in order. */
export const stages = (text: string): string[] => imagesOf(DockerfileParser.parse(text)).map((from) => from.getBuildStage() ?? '');

const imagesOf = (file: File): From[] => file.getFROMs().filter((from) => from.getImage() === 'base');

const versions: Rule = (file, { node, version }) => {
  const given = new Map(file.getARGs().map((arg) => [arg.getProperty()?.getName(), arg.getProperty()?.getValue() ?? '']));
  const [debian = '', installer = '', own = ''] = ['DEBIAN', 'NODE', 'VERSION'].map((name) => given.get(name) ?? '');
  return [
    ...unless(/^\d+\.\d+$/.test(debian), `the base ${debian} is not a version`),
    ...unless(installer === node, `it installs with Node ${installer}, not the pinned ${node}`),
    ...unless(own === version, `its version is ${own}, not ${version}`),
  ];
};

/** Environment variables of the image for Node and the shell. */
const otherVariables: readonly string[] = ['PATH', 'NODE_ENV'];

/** In an image, the container's memory limits the heap. */
const inImage = (value: string) => value.replace(/--max-old-space-size=\d+/, '--max-old-space-size-percentage=60');

const variables: Rule = (file, { settings, processEnvironment }) => {
  const properties = file.getENVs().flatMap((env: Env) => env.getProperties());
  const given = new Map(properties.map((property) => [property.getName(), property.getValue()]));
  const known = [...otherVariables, ...Object.keys(processEnvironment), ...settings.map(({ name }) => name)];
  return [
    ...[...given.keys()].filter((name) => !known.includes(name)).map((name) => `unknown setting ${name}`),
    ...Object.entries(processEnvironment).flatMap(([name, value]) =>
      unless(given.get(name) === inImage(value), `${name} is ${given.get(name)}, not ${inImage(value)}`),
    ),
  ];
};

const ports: Rule = (file, { settings }) => {
  const port = settings.find(({ name }) => name === 'PORT')?.default;
  const exposed = file
    .getInstructions()
    .filter(isInstruction('EXPOSE'))
    .map((instruction) => instruction.getArgumentsContent());
  return exposed.flatMap((each) => unless(each === port, `nothing listens on ${each}`));
};

const users: Rule = (file) => {
  const [user, ...more] = file
    .getInstructions()
    .filter(isInstruction('USER'))
    .map((instruction) => instruction.getArgumentsContent() ?? '');
  return unless(more.length === 0 && /^[1-9]\d*:[1-9]\d*$/.test(user ?? ''), `it runs as ${user}`);
};

const copies: Rule = (file, { exists }) =>
  file
    .getCOPYs()
    .filter((copy: Copy) => !copy.getFromFlag())
    .flatMap((copy) =>
      copy
        .getArguments()
        .slice(0, -1)
        .map((argument) => argument.getValue()),
    )
    .filter((path) => !exists(path))
    .map((path) => `unknown file ${path}`);

const entries: Rule = (file, { exists }) => {
  const health = file
    .getHEALTHCHECKs()
    .flatMap((check) => [...(check.getArgumentsContent() ?? '').matchAll(/"([^"]+\.ts)"/g)].map(([, path = '']) => path));
  const bundled = file
    .getInstructions()
    .filter(isInstruction('RUN'))
    .flatMap((run) => (run.getArgumentsContent() ?? '').match(/\S+\/bundle\.ts/g) ?? []);
  return [...health, ...bundled].filter((path) => !exists(path)).map((path) => `unknown file ${path}`);
};

/** Each image starts the bundle from its base, with the service of its name. */
const contents: Rule = (file) => {
  const copied = file
    .getCOPYs()
    .filter((copy) => copy.getFromFlag())
    .map((copy) => copy.getArguments().at(-1)?.getValue() ?? '/');
  return imagesOf(file).flatMap((from) => {
    const stage = from.getBuildStage() ?? '';
    const image = file.getContainingImage(from.getRange().start);
    const words = [...(image?.getENTRYPOINTs() ?? []), ...(image?.getCMDs() ?? [])].flatMap(wordsOf);
    const [, entry = '', service = 'standalone'] = words.slice(words.indexOf('node'));
    return [
      ...unless(entry === bundled, `${stage} starts ${entry}, not ${bundled}`),
      ...unless(copied.includes(dirname(entry)), `${stage} starts ${entry}, which it does not contain`),
      ...unless(service === stage, `${stage} starts ${service}`),
    ];
  });
};

const production: Rule = (file) =>
  file
    .getInstructions()
    .filter(isInstruction('RUN'))
    .map((run) => run.getArgumentsContent() ?? '')
    .filter((command) => /\bpnpm (?:install|fetch)\b/.test(command))
    .flatMap((command) => unless(command.includes('--prod'), 'it installs development dependencies'));

const rules: readonly Rule[] = [versions, variables, ports, users, copies, entries, contents, production];

/** Returns the errors of a Dockerfile about the product, one sentence each. */
export function dockerfileProblems(text: string, world: DockerfileWorld): string[] {
  const file = DockerfileParser.parse(text);
  return rules.flatMap((rule) => rule(file, world));
}
