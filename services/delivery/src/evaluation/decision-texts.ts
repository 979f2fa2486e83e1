import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Batch, type CompiledFeature, type Decision, type FeatureLookup } from '@signalbox/engine';
import { yieldToOthers } from '@signalbox/kit';

/** Output format of an evaluated feature. */
export interface FeatureFormat {
  /** True if disabled features are omitted. */
  readonly leavesOutDisabled: boolean;
  /** Writes a feature as JSON. Equal decisions must give equal texts. */
  readonly write: (feature: CompiledFeature, decision: Decision) => string;
}

const featuresAtOnce = 500;
const firstBytes = 64 * 1024;

/**
 * The features of a set that may appear in the output of a format, compiled together, and the text of each decision, followed by a comma.
 * Texts are written when they are first requested, one after the other: reading texts that are scattered in memory would take longer than
 * evaluating the features.
 */
export class DecisionTexts {
  readonly batch: Batch;
  readonly #format: FeatureFormat;
  /** Index and length of the text of each decision; a negative length if it is not written yet. */
  readonly #starts: Uint32Array;
  readonly #lengths: Int32Array;
  readonly #checksums: Uint32Array;
  #bytes = Buffer.allocUnsafeSlow(firstBytes);
  #length = 0;

  constructor(batch: Batch, format: FeatureFormat) {
    this.batch = batch;
    this.#format = format;
    this.#starts = new Uint32Array(batch.decisions.length);
    this.#lengths = new Int32Array(batch.decisions.length).fill(-1);
    this.#checksums = new Uint32Array(batch.decisions.length);
  }

  /** Length in bytes of the text for a decision of a feature; 0 if it is omitted. */
  lengthOf(index: number, decision: number): number {
    const length = this.#lengths[decision] as number;
    return length < 0 ? this.#write(index, decision) : length;
  }

  /** Hashes the checksums of texts instead of the texts, which are a hundred times longer. */
  checksumOf(decisions: Uint32Array): string {
    const checksums = decisions.map((decision) => this.#checksums[decision] as number);
    return hash('sha256', checksums, 'base64url').slice(0, 16);
  }

  /** Copies the texts of decisions whose lengths were requested. The last comma may not fit. */
  copy(decisions: Uint32Array, target: Buffer, at: number): void {
    let to = at;
    let start = 0;
    let end = 0;
    for (const decision of decisions) {
      const next = this.#starts[decision] as number;
      if (next !== end) {
        to += this.#bytes.copy(target, to, start, end);
        start = next;
      }
      end = next + (this.#lengths[decision] as number);
    }
    this.#bytes.copy(target, to, start, end);
  }

  #write(index: number, decision: number): number {
    const decided = this.batch.decisions[decision] as Decision;
    const isOmitted = this.#format.leavesOutDisabled && !decided.enabled;
    const text = isOmitted ? '' : `${this.#format.write(this.batch.features[index] as CompiledFeature, decided)},`;
    const length = Buffer.byteLength(text);
    this.#reserve(length);
    this.#bytes.write(text, this.#length);
    this.#starts[decision] = this.#length;
    this.#lengths[decision] = length;
    this.#checksums[decision] = crc32(text);
    this.#length += length;
    return length;
  }

  #reserve(length: number): void {
    if (this.#length + length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * this.#bytes.length + length);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

interface Features {
  readonly features: readonly CompiledFeature[];
  /** Resolves parents. */
  readonly lookup: FeatureLookup;
}

/** Yields regularly, because it reads all constraints of the set. */
export async function decisionTextsOf({ features, lookup }: Features, format: FeatureFormat): Promise<DecisionTexts> {
  const batch = new Batch(lookup);
  for (const [index, feature] of features.entries()) {
    if (index % featuresAtOnce === featuresAtOnce - 1) await yieldToOthers();
    if (format.leavesOutDisabled && !feature.enabled) continue;
    batch.add(feature);
  }
  return new DecisionTexts(batch, format);
}
