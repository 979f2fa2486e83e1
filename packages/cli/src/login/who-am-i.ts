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
    const api = await session.api();
    const { user, permissions } = await api.ask('GET /api/admin/user', {});
    const { rootRole, groups } = await api.ask('GET /api/admin/user/profile', {});
    const { id, name, username, email, accountType } = user;
    const own = [...new Set(permissions.filter(({ project }) => project === undefined).map(({ permission }) => permission))];
    const account = { id, name, username, email, accountType, role: rootRole?.name, groups };
    return objectOf({ ...account, permissions: own, token: found.origin, expiresAt: found.expiresAt });
  },
});
