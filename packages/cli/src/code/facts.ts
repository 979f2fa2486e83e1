import { certaintyOf } from './sdk-calls.ts';

/** Kinds of references. */
export type ReferenceKind = 'evaluation' | 'definition' | 'test' | 'mention';

/** A position in a file. Lines and columns begin at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** An occurrence of a flag's name in a file. */
export interface FileReference extends Position {
  readonly name: string;
  readonly kind: Exclude<ReferenceKind, 'test'>;
  /** The called method, or the constant. */
  readonly symbol?: string;
  /** True if a call with this name evaluates a flag even if no server knows it. */
  readonly isCertain?: boolean;
}

/** A call whose name is a constant of another file. */
export interface LinkedCall extends Position {
  readonly symbol: string;
  /** Names from the export to the value: `FLAGS`, `checkout`. */
  readonly member: readonly string[];
  /** The module specifier. Absent in languages in which only the constant's own name is known. */
  readonly from?: string;
  readonly isCertain: boolean;
}

/** A call whose name is computed. Without certainty, it evaluates a flag if the same chain does so elsewhere. */
export interface ComputedCall extends Position {
  readonly symbol: string;
  readonly isCertain: boolean;
}

/** Everything that a content says about flags, wherever its file is. */
export interface Facts {
  readonly references: readonly FileReference[];
  readonly calls: readonly LinkedCall[];
  readonly computed: readonly ComputedCall[];
}

/** The calls that evaluate a flag: methods of SDKs, and those declared in signalbox.json. */
export interface CallRules {
  readonly declared: readonly string[];
}

/** The certainty of a call of a chain such as `this.flags.isEnabled`. A declared call matches the end of the chain. */
export function certaintyOfCall(chain: string, { declared }: CallRules): 'distinct' | 'general' | undefined {
  if (declared.some((each) => chain === each || chain.endsWith(`.${each}`))) return 'distinct';
  return certaintyOf(chain.slice(chain.lastIndexOf('.') + 1));
}
