import { ask, type Persona, type WritePersona } from '../../server/ask.ts';
import { propertiesIn } from './persona-properties.ts';
import { openForm } from '../form/value-form.tsx';

/** A form for a test user of the project; edits the given one. */
export const askForPersona = (project: string, persona?: Persona): void =>
  openForm({
    title: persona ? `Edit ${persona.name}` : 'Save test user',
    submitTitle: 'Save test user',
    isWide: true,
    initial: valuesOf(persona),
    entries: {
      name: { kind: 'text', label: 'Name', hint: 'A short description, such as “returning customer, Oslo”.', isRequired: true },
      description: { kind: 'text', label: 'Description' },
      userId: { kind: 'text', label: 'User ID' },
      appName: { kind: 'text', label: 'Application', isRequired: true },
      sessionId: { kind: 'text', label: 'Session ID' },
      remoteAddress: { kind: 'text', label: 'Remote address' },
      currentTime: { kind: 'text', label: 'Time', hint: 'Such as 2027-01-31T12:00:00Z. Leave empty for now.' },
      properties: { kind: 'lines', label: 'Other fields', hint: 'One per line, such as country=SE.' },
    },
    submit: (values) => {
      const body = bodyOf(values, persona);
      const path = { projectId: project };
      return persona
        ? ask('PUT /api/admin/projects/{projectId}/personas/{personaId}', { path: { ...path, personaId: persona.id }, body })
        : ask('POST /api/admin/projects/{projectId}/personas', { path, body });
    },
    done: (values) => `Saved test user ${values.name}.`,
  });

type PersonaValues = ReturnType<typeof valuesOf>;

const valuesOf = (persona: Persona | undefined) => ({
  name: persona?.name ?? '',
  description: persona?.description ?? '',
  userId: persona?.context.userId ?? '',
  appName: persona?.context.appName ?? 'console',
  sessionId: persona?.context.sessionId ?? '',
  remoteAddress: persona?.context.remoteAddress ?? '',
  currentTime: persona?.context.currentTime ?? '',
  properties: Object.entries(persona?.context.properties ?? {}).map(([field, value]) => `${field}=${value}`),
});

/** Builds the body. Empty fields are omitted; values without a form field stay unchanged. */
function bodyOf({ name, description, appName, properties, ...fields }: PersonaValues, persona: Persona | undefined): WritePersona {
  const { environment } = persona?.context ?? {};
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  const context = { appName, ...given, properties: propertiesIn(properties), ...(environment !== undefined && { environment }) };
  return { name: name.trim(), description, context };
}
