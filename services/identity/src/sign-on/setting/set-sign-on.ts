import type { Context } from '@signalbox/kit';
import { publishAccess } from '../../base/access-broadcast.ts';
import { readSignOn, storeSignOn } from '../../base/sign-on-setting.ts';
import { refuseWithoutProof } from '../../credential/factor/refuse-without-proof.ts';
import { refuseAdmission } from './admission.schema.ts';
import type { SignOnId, SignOnContents, Admission } from '../../tables/sign-on-setting.ts';

/**
 * Stores the content that `contentOf` derives from the previous one. Throws 403 without a required proof, and 400 for invalid admission
 * rules.
 */
export async function setSignOn<Id extends SignOnId>(
  context: Context,
  id: Id,
  admission: Admission,
  contentOf: (before: SignOnContents[Id] | null) => SignOnContents[Id],
): Promise<SignOnContents[Id]> {
  await refuseWithoutProof(context);
  await refuseAdmission(context.em, admission);
  const content = contentOf(await readSignOn(context.em, id));
  if (await storeSignOn(context, id, content)) publishAccess(context, []); // All processes describe the ways to log in.
  return content;
}
