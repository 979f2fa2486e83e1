import { type Copy, DockerfileParser, type Env, type JSONInstruction } from 'dockerfile-ast';
import type { Product } from './manifest-rules.ts';

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
  return unless(more.length === 0 && /^[1-9]\d*:0$/.test(user ?? ''), `it runs as ${user}`);
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
  const bundled = file
    .getInstructions()
    .filter(isInstruction('RUN'))
    .flatMap((run) => (run.getArgumentsContent() ?? '').match(/\S+\/bundle\.ts/g) ?? []);
  return bundled.filter((path) => !exists(path)).map((path) => `unknown file ${path}`);
};

/** The commands of the image are files that it contains, and everything else comes from named stages. */
const contents: Rule = (file) => {
  const copied = file
    .getCOPYs()
    .flatMap((copy) => copy.getArguments().map((argument) => argument.getValue()))
    .map((path) => path.split('/').at(-1));
  const [entry] = file.getENTRYPOINTs().map(wordsOf);
  const [check] = file.getHEALTHCHECKs().map((health) => /"([^"]+)"\]$/.exec(health.getArgumentsContent() ?? '')?.[1] ?? '');
  return [entry?.at(-1), check?.split('/').at(-1)].flatMap((name = '') =>
    unless(copied.includes(name), `it starts ${name}, which it does not contain`),
  );
};

/** The last stage starts empty, so that it contains no shell. */
const empty: Rule = (file) => unless(file.getFROMs().at(-1)?.getImage() === 'scratch', 'it contains a base image');

const production: Rule = (file) =>
  file
    .getInstructions()
    .filter(isInstruction('RUN'))
    .map((run) => run.getArgumentsContent() ?? '')
    .filter((command) => /\bpnpm (?:install|fetch)\b/.test(command))
    .flatMap((command) => unless(command.includes('--prod'), 'it installs development dependencies'));

const rules: readonly Rule[] = [versions, variables, ports, users, copies, entries, contents, empty, production];

/** Returns the errors of a Dockerfile about the product, one sentence each. */
export function dockerfileProblems(text: string, world: DockerfileWorld): string[] {
  const file = DockerfileParser.parse(text);
  return rules.flatMap((rule) => rule(file, world));
}
