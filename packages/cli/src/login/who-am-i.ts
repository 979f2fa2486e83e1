import { command } from '../command/command.ts';
import { Problem, exitCodes } from '../base/problem.ts';
import { objectOf } from '../output/answer.ts';

export const whoAmI = command({
  name: 'whoami',
  summary: 'Show the current user, and where the token comes from',
  examples: [{ line: 'signalbox whoami', text: 'Shows the user of the login, or of the token.' }],
  async run(_, session) {
    const found = await session.findToken();
    if (!found)
      throw new Problem('AuthenticationRequired', 'You are not logged in. Run signalbox login, or set SIGNALBOX_TOKEN.', {
        exitCode: exitCodes.notPermitted,
      });
    const { user, permissions } = await (await session.api()).ask('GET /api/admin/user', {});
    const { id, name, username, email, accountType } = user;
    const roles = [...new Set(permissions.filter(({ project }) => project === undefined).map(({ permission }) => permission))];
    return objectOf({ id, name, username, email, accountType, permissions: roles, token: found.origin, expiresAt: found.expiresAt });
  },
});
