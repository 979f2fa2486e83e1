import { Type } from 'typebox';
import { readDocuments } from '../base/read-documents.ts';
import { parameters, tool } from '../base/tool.ts';
import { ToolProblem, quoted } from '../base/tool-problem.ts';

interface Snippet {
  readonly install: string;
  readonly code: (flag: string, url: string) => string;
}

/** Examples with Unleash's open SDKs, which this server supports. Names of flags may contain single quotes, but no double ones. The token comes from the environment of the application. */
const snippets = {
  node: {
    install: 'npm install unleash-client',
    code: (flag, url) =>
      `import { initialize } from 'unleash-client';\nconst unleash = initialize({ url: '${url}/api/', appName: 'my-app', customHeaders: { Authorization: process.env.SIGNALBOX_TOKEN } });\nif (unleash.isEnabled("${flag}", { userId })) {\n  // new code\n}`,
  },
  browser: {
    install: 'npm install unleash-proxy-client',
    code: (flag, url) =>
      `import { UnleashClient } from 'unleash-proxy-client';\nconst unleash = new UnleashClient({ url: '${url}/api/frontend', clientKey: FRONTEND_TOKEN, appName: 'my-app' });\nawait unleash.start();\nif (unleash.isEnabled("${flag}")) {\n  // new code\n}`,
  },
  python: {
    install: 'pip install UnleashClient',
    code: (flag, url) =>
      `from UnleashClient import UnleashClient\nclient = UnleashClient(url="${url}/api", app_name="my-app", custom_headers={"Authorization": os.environ["SIGNALBOX_TOKEN"]})\nclient.initialize_client()\nif client.is_enabled("${flag}", {"userId": user_id}):\n    pass  # new code`,
  },
  java: {
    install: 'io.getunleash:unleash-client-java',
    code: (flag, url) =>
      `Unleash unleash = new DefaultUnleash(UnleashConfig.builder().appName("my-app").instanceId("1").unleashAPI("${url}/api/").apiKey(System.getenv("SIGNALBOX_TOKEN")).build());\nif (unleash.isEnabled("${flag}", UnleashContext.builder().userId(userId).build())) {\n  // new code\n}`,
  },
  go: {
    install: 'go get github.com/Unleash/unleash-go-sdk/v5',
    code: (flag, url) =>
      `unleash.Initialize(unleash.WithUrl("${url}/api/"), unleash.WithAppName("my-app"), unleash.WithCustomHeaders(http.Header{"Authorization": {os.Getenv("SIGNALBOX_TOKEN")}}))\nif unleash.IsEnabled("${flag}", unleash.WithContext(context.Context{UserId: userID})) {\n\t// new code\n}`,
  },
  openfeature: {
    install: 'npm install @openfeature/server-sdk @openfeature/ofrep-provider',
    code: (flag, url) =>
      `import { OpenFeature } from '@openfeature/server-sdk';\nimport { OFREPProvider } from '@openfeature/ofrep-provider';\nawait OpenFeature.setProviderAndWait(new OFREPProvider({ baseUrl: '${url}', headersFactory: () => ({ Authorization: process.env.SIGNALBOX_TOKEN }) }));\nif (await OpenFeature.getClient().getBooleanValue("${flag}", false, { targetingKey: userId })) {\n  // new code\n}`,
  },
} as const satisfies Readonly<Record<string, Snippet>>;

type Language = keyof typeof snippets;

export const sdkSnippet = tool({
  name: 'sdk_snippet',
  description: 'Get code that checks a flag with an SDK.',
  input: {
    project: parameters.project,
    flag: parameters.flag,
    language: Type.Enum(Object.keys(snippets) as Language[]),
  },
  async run({ project, flag, language }, { api, modesOf, baseUrl }) {
    const documents = await readDocuments(api, { project, flags: [flag], modes: await modesOf(project) });
    if (!documents.has(flag))
      throw new ToolProblem(`There is no flag ${quoted(flag)} in this project. Use find_flags, or create it with plan_change.`);
    const { install, code } = snippets[language];
    return {
      head: { language, install, code: code(flag, baseUrl), token: 'An API token of the environment. Only a person can create it.' },
    };
  },
});
