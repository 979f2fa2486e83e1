import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../testing/root.ts';

/** What an image says of how it runs. */
export interface ImageConfig {
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly User: string;
  readonly WorkingDir: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** An image that is built, with its files laid out. */
export interface Image {
  readonly folder: string;
  readonly config: ImageConfig;
}

const needed = ['buildah', 'debootstrap', 'unshare', 'nsenter', 'chroot', 'npm'];

/** Why images cannot be built here, null where they can. */
export function whyNot(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root, to make a root of its own';
  const missing = needed.filter((executable) => spawnSync('which', [executable]).status !== 0);
  if (missing.length > 0) return `there is no ${missing.join(', no ')} (Debian has them as packages)`;
  return refusedSpaces();
}

/** What the machine says where it lets nobody have mounts and processes of their own, as some containers do. */
function refusedSpaces(): string | null {
  const { status, stderr } = spawnSync('unshare', ['--mount', '--pid', '--fork', '--mount-proc', 'true'], { encoding: 'utf8' });
  return status === 0 ? null : `the machine refuses name spaces for mounts and processes: ${stderr.trim()}`;
}

const variableOf = (name: string) => new RegExp(`^ARG ${name}=(.+)$`, 'm').exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1] ?? '';

/** Layers are laid over each other where that can be done in this folder, else copied, which takes minutes and gigabytes. */
function driverIn(folder: string): 'overlay' | 'vfs' {
  const layers = ['lower', 'upper', 'work', 'merged'].map((name) => join(folder, 'overlay', name));
  for (const layer of layers) mkdirSync(layer, { recursive: true });
  const [lower, upper, work, merged = ''] = layers;
  const options = `lowerdir=${lower},upperdir=${upper},workdir=${work}`;
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'overlay', '-o', options, 'overlay', merged]);
  return status === 0 ? 'overlay' : 'vfs';
}
const certificates = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Carries out the Dockerfile with buildah, in a store of its own under `folder`, whose mounts go with the name space that this runs
 * in. The images that it begins with are made
 * here, because no registry of images is asked: Debian by debootstrap, and Node's from it with the pinned binary and npm.
 */
export class ImageBuilder {
  readonly #folder: string;
  readonly #say: (sentence: string) => void;
  readonly #driver: 'overlay' | 'vfs';

  constructor(folder: string, say: (sentence: string) => void) {
    this.#folder = folder;
    this.#say = say;
    this.#driver = driverIn(folder);
    if (this.#driver === 'vfs') say('Layers are copied: the machine cannot lay them over each other here');
  }

  async begin(): Promise<void> {
    const debian = join(this.#folder, 'debian');
    mkdirSync(debian, { recursive: true });
    await this.#run('debootstrap', '--variant=minbase', 'trixie', debian);
    const version = readFileSync(join(debian, 'etc/debian_version'), 'utf8').trim();
    if (version !== variableOf('DEBIAN')) this.#say(`Debian's mirror has ${version}, the Dockerfile ${variableOf('DEBIAN')}`);
    const container = await this.#buildah('from', 'scratch');
    await this.#buildah('add', '--quiet', container, debian, '/');
    await this.#buildah('commit', '--quiet', container, `docker.io/library/debian:${variableOf('DEBIAN')}-slim`);
    await this.#addNode(container);
    await this.#buildah('commit', '--quiet', container, `docker.io/library/node:${variableOf('NODE')}-trixie-slim`);
    await this.#buildah('rm', container);
  }

  async #addNode(container: string): Promise<void> {
    const npm = dirname(dirname(realpathSync((await this.#run('which', 'npm')).trim())));
    const inside = '/usr/local/lib/node_modules/npm';
    await this.#buildah('add', '--quiet', container, realpathSync(process.execPath), '/usr/local/bin/node');
    await this.#buildah('add', '--quiet', container, npm, inside);
    const links = ['npm', 'npx'].map((name) => `ln -s ${inside}/bin/${name}-cli.js /usr/local/bin/${name}`);
    const install = ['apt-get update', 'apt-get install --yes --no-install-recommends libatomic1 ca-certificates'];
    await this.#buildah('run', '--isolation', 'chroot', container, '--', 'sh', '-ec', [...links, ...install].join('\n'));
    if (existsSync(certificates)) await this.#trustMachine(container);
  }

  /** Where a proxy stands between this machine and the registry, its certificate is one that the machine knows. */
  async #trustMachine(container: string): Promise<void> {
    const inside = '/etc/ssl/certs/machine.crt';
    await this.#buildah('add', '--quiet', container, certificates, inside);
    await this.#buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${inside}`, '--env', `npm_config_cafile=${inside}`, container);
  }

  /** Builds a stage, and lays its files out. */
  async build(target: string): Promise<Image> {
    const tag = `localhost/signalbox/${target}`;
    const how = ['--layers', '--isolation', 'chroot', '--pull-never', '--format', 'docker', '--target', target];
    await this.#buildah('bud', ...how, '--tag', tag, root);
    const { Docker } = JSON.parse(await this.#buildah('inspect', '--type', 'image', tag)) as { Docker: { config: ImageConfig } };
    const container = await this.#buildah('from', '--pull-never', tag);
    return { folder: await this.#buildah('mount', container), config: Docker.config };
  }

  async #buildah(...args: string[]): Promise<string> {
    const store = ['--root', join(this.#folder, 'store'), '--runroot', join(this.#folder, 'run'), '--storage-driver', this.#driver];
    return (await this.#run('buildah', ...store, ...args)).trim();
  }

  async #run(executable: string, ...args: string[]): Promise<string> {
    const child = spawn(executable, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { out: '', all: '' };
    child.stdout.on('data', (text: Buffer) => {
      said.out += text;
      said.all += text;
    });
    child.stderr.on('data', (text: Buffer) => {
      said.all += text;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`${executable} ${args.slice(0, 12).join(' ')} failed:\n${said.all.slice(-3000)}`);
    return said.out;
  }
}
