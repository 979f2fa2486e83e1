import { ask } from '../../server/request.ts';
import type { Persona, WritePersona } from '../../server/operations.ts';
import { execute } from '../layer/attempt.ts';
import { propertiesIn } from './persona-properties.ts';
import { openForm } from '../form/value-form.tsx';
import { personaTexts } from './persona-texts.ts';

/** A form for a test user of the project; edits the given one. */
export const askForPersona = (project: string, persona?: Persona): void =>
  openForm({
    title: persona ? personaTexts.change(persona.name) : personaTexts.submit,
    submitTitle: personaTexts.submit,
    isWide: true,
    initial: valuesOf(persona),
    entries: {
      name: { kind: 'text', label: personaTexts.name, hint: personaTexts.nameHint, isRequired: true },
      description: { kind: 'text', label: personaTexts.description },
      userId: { kind: 'text', label: personaTexts.userId },
      appName: { kind: 'text', label: personaTexts.application, isRequired: true },
      sessionId: { kind: 'text', label: personaTexts.sessionId },
      remoteAddress: { kind: 'text', label: personaTexts.remoteAddress },
      currentTime: { kind: 'text', label: personaTexts.currentTime, hint: personaTexts.currentTimeHint },
      properties: { kind: 'lines', label: personaTexts.properties, hint: personaTexts.propertiesHint },
    },
    submit: (values) => {
      const body = bodyOf(values, persona);
      const path = { projectId: project };
      return execute(
        () =>
          persona
            ? ask('PUT /api/admin/projects/{projectId}/personas/{personaId}', { path: { ...path, personaId: persona.id }, body })
            : ask('POST /api/admin/projects/{projectId}/personas', { path, body }),
        personaTexts.saved(values.name),
      );
    },
  });

interface PersonaValues extends Readonly<Record<string, string | readonly string[]>> {
  readonly name: string;
  readonly description: string;
  readonly userId: string;
  readonly appName: string;
  readonly sessionId: string;
  readonly remoteAddress: string;
  readonly currentTime: string;
  readonly properties: readonly string[];
}

const valuesOf = (persona: Persona | undefined): PersonaValues => ({
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
