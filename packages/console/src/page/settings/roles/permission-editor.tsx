import { useAnswer, type AnswerOf } from '../../../server/ask.ts';
import { permissionTitles } from '../../../server/permission.ts';
import { groupPermissions, holds, type Right, toggleRight } from './permission-groups.ts';
import * as fieldStyles from '../../../parts/form/field.module.css';
import { Panel } from '../../../parts/panel/panel.tsx';
import * as panelStyles from '../../../parts/panel/panel.module.css';
import * as styles from './roles.module.css';

type Catalogue = AnswerOf<'GET /api/admin/permissions'>['permissions'];
type Permission = Catalogue['root'][number];

interface PermissionEditorProps {
  readonly catalogue: Catalogue;
  readonly isOfInstance: boolean;
  readonly rights: readonly Right[];
  readonly isFixed: boolean;
  readonly change: (rights: readonly Right[]) => void;
}

const groups = {
  features: 'Features',
  project: 'Projects',
  tokens: 'API tokens',
  segments: 'Segments',
  vocabulary: 'Configuration',
  instance: 'Instance',
};

/** Permissions of a role by subject. Permissions per environment form a table. */
export function PermissionEditor({ catalogue, isOfInstance, ...editing }: PermissionEditorProps) {
  // Only the built-in Admin role can have this permission.
  const offered = (isOfInstance ? catalogue.root : catalogue.project).filter(({ name }) => name !== 'ADMIN');
  return (
    <>
      {groupPermissions(offered).map(({ group, permissions }) => (
        <section key={group} class={panelStyles.panel} aria-label={groups[group]}>
          <header>
            <h2>{groups[group]}</h2>
          </header>
          <div class={`${panelStyles.body} ${styles.permissions}`}>
            {permissions.map((permission) => (
              <PermissionBox key={permission.name} permission={permission} {...editing} />
            ))}
          </div>
        </section>
      ))}
      {!isOfInstance && <ByEnvironment environments={catalogue.environments} {...editing} />}
    </>
  );
}

type Editing = Omit<PermissionEditorProps, 'catalogue' | 'isOfInstance'>;

function PermissionBox({ permission, rights, isFixed, change }: Editing & { readonly permission: Permission }) {
  const right = { name: permission.name };
  return (
    <label class={fieldStyles.check}>
      <input type="checkbox" checked={holds(rights, right)} disabled={isFixed} onChange={() => change(toggleRight(rights, right))} />
      {describePermission(permission)}
    </label>
  );
}

/** Own label of a permission, otherwise the server's display name. */
const describePermission = ({ name, displayName }: Permission): string => permissionTitles[name] ?? displayName;

interface ByEnvironmentProps extends Editing {
  readonly environments: Catalogue['environments'];
}

/** A matrix with the environments in their own order, without those that are disabled and unused. */
function ByEnvironment({ environments, rights, isFixed, change }: ByEnvironmentProps) {
  const { data } = useAnswer('GET /api/admin/environments', {});
  const isUsed = (environment: string) => rights.some((right) => right.environment === environment);
  const shown = (data?.environments ?? []).filter(({ name, enabled }) => enabled || isUsed(name));
  const permissions = environments[0]?.permissions ?? [];
  const columns = [{ name: undefined, title: 'all environments' }, ...shown.map(({ name }) => ({ name, title: name }))];
  return (
    <Panel title="Environments">
      <div class={styles.sideways} tabIndex={0} role="group" aria-label="Environments">
        <table class={styles.matrix}>
          <thead>
            <tr>
              <th>Permission</th>
              {columns.map(({ title }) => (
                <th key={title}>{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {permissions.map((permission) => (
              <tr key={permission.name}>
                <th scope="row">{describePermission(permission)}</th>
                {columns.map(({ name: environment, title }) => {
                  const right = { name: permission.name, ...(environment !== undefined && { environment }) };
                  const isImplied = environment !== undefined && holds(rights, { name: permission.name });
                  return (
                    <td key={title}>
                      <input
                        type="checkbox"
                        aria-label={`${describePermission(permission)}: ${title}`}
                        checked={holds(rights, right)}
                        disabled={isFixed || isImplied}
                        onChange={() => change(toggleRight(rights, right))}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
