import { attempt } from '../../parts/layer/attempt.ts';
import { send } from '../../server/call.ts';
import { favorCall } from './feature-calls.ts';
import type { Row } from './rows.ts';

/** Adds a feature to the favorites or removes it. */
export const favor = (feature: Pick<Row, 'project' | 'name' | 'favorite'>): Promise<void> => attempt(() => send(favorCall(feature)));
