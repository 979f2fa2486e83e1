import { validator } from '@signalbox/contracts';
import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import type { AgentApi } from './agent-api.ts';
import type { AgentModes } from './agent-modes.ts';
import type { ToolAnswer } from './fence.ts';
import type { PlanStore } from './plan-store.ts';

/** Everything that a tool may touch. */
export interface ToolContext {
  readonly api: AgentApi;
  /** Modes of a project; see `readModes`. */
  readonly modesOf: (project: string) => Promise<AgentModes>;
  readonly plans: PlanStore;
  /** Public address of the server. */
  readonly baseUrl: string;
}

/** A tool as data, and its work: an adapter from a call to requests to the administration API. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: TSchema;
  readonly problemsOf: ReturnType<typeof validator>['problemsOf'];
  /** True if it changes something. Such calls count against the smaller budget. */
  readonly writes: boolean;
  readonly run: (input: never, context: ToolContext) => Promise<ToolAnswer>;
}

interface Declaration<P extends TProperties> extends Pick<Tool, 'name' | 'description'> {
  readonly writes?: true;
  readonly input: P;
  readonly run: (input: Static<ReturnType<typeof Type.Object<P>>>, context: ToolContext) => Promise<ToolAnswer>;
}

/** Declares a tool. The type of its input follows from its schema. */
export function tool<const P extends TProperties>({ input: properties, writes, ...declaration }: Declaration<P>): Tool {
  const input = Type.Object(properties, { additionalProperties: false });
  const check = validator(input);
  return { ...declaration, writes: writes === true, input, problemsOf: (value) => check.problemsOf(value) };
}

const name = (description: string) => Type.String({ description, minLength: 1, maxLength: 100 });

/** Parameters that several tools share, so that they are called the same everywhere. */
export const parameters = {
  project: name('Project id'),
  flag: name('Flag name'),
  environment: name('Environment name'),
  cursor: Type.Optional(Type.String({ description: '`cursor` of the previous answer, for more', pattern: '^\\d{1,9}$' })),
  hash: Type.String({ description: '`hash` of plan_change', pattern: '^[0-9a-f]{64}$' }),
};

/** Number of items before those that a cursor asks for. */
export const offsetOf = ({ cursor }: { readonly cursor?: string }): number => Number(cursor ?? 0);

/** Size of a page that a tool requests. An answer has fewer if they do not fit. */
export const pageSize = 100;
