/** Values that fill a snippet: address, token secret and feature with its variants. */
interface SnippetOf {
  readonly origin: string;
  readonly secret: string;
  readonly feature: string;
  /** Names of its variants; may be empty. */
  readonly variants: readonly string[];
}

export interface Snippet {
  /** Identifier in addresses. */
  readonly id: string;
  readonly title: string;
  /** Token type that the SDK needs. Frontend tokens are public. */
  readonly tokenType: 'client' | 'frontend';
  /** Install command; null if there is nothing to install. */
  readonly install: string | null;
  readonly code: (values: SnippetOf) => string;
}

/** Application name in snippets. */
const snippetApplication = 'my-application';

/** Snippets for the most popular SDKs and for the shell. */
export const snippets: readonly Snippet[] = [
  {
    id: 'node',
    title: 'Node',
    tokenType: 'client',
    install: 'npm install unleash-client',
    code: ({ origin, secret, feature, variants }) => `import { initialize } from 'unleash-client';

const features = initialize({
  url: '${origin}/api',
  appName: '${snippetApplication}',
  customHeaders: { Authorization: '${secret}' },
  metricsInterval: 5000,
});
const user = { userId: '7' };
features.on('synchronized', () => {
  setInterval(() => {
    console.log(${inQuotes(`${feature}:`)}, features.isEnabled(${inQuotes(feature)}, user));${indent(inScript(feature, variants, ', user'), 4)}
  }, 1000);
});`,
  },
  {
    id: 'browser',
    title: 'Browser',
    tokenType: 'frontend',
    install: 'npm install unleash-proxy-client',
    code: ({ origin, secret, feature, variants }) => `import { UnleashClient } from 'unleash-proxy-client';

const features = new UnleashClient({
  url: '${origin}/api/frontend',
  clientKey: '${secret}',
  appName: '${snippetApplication}',
  context: { userId: '7' },
  metricsInterval: 5,
});
await features.start();
setInterval(() => {
  console.log(${inQuotes(`${feature}:`)}, features.isEnabled(${inQuotes(feature)}));${indent(inScript(feature, variants, ''), 2)}
}, 1000);`,
  },
  {
    id: 'react',
    title: 'React',
    tokenType: 'frontend',
    install: 'npm install @unleash/proxy-client-react unleash-proxy-client',
    code: ({ origin, secret, feature, variants }) => `import { FlagProvider, ${hookOf(variants)} } from '@unleash/proxy-client-react';

const config = {
  url: '${origin}/api/frontend',
  clientKey: '${secret}',
  appName: '${snippetApplication}',
  context: { userId: '7' },
  metricsInterval: 5,
};

export const App = () => (
  <FlagProvider config={config}>
    <Page />
  </FlagProvider>
);

function Page() {
  ${
    variants.length > 0
      ? `const { name } = useVariant(${inQuotes(feature)});
  const variant = name as ${typeOf(variants)};
  return <p>${feature}: {variant}</p>;`
      : `const isOn = useFlag(${inQuotes(feature)});
  return <p>${feature}: {isOn ? 'on' : 'off'}</p>;`
  }
}`,
  },
  {
    id: 'python',
    title: 'Python',
    tokenType: 'client',
    install: 'pip install UnleashClient',
    code: ({ origin, secret, feature, variants }) => `import time

from UnleashClient import UnleashClient

features = UnleashClient(
    url="${origin}/api",
    app_name="${snippetApplication}",
    custom_headers={"Authorization": "${secret}"},
    metrics_interval=5,
)
features.initialize_client()
user = {"userId": "7"}
while True:
    print("${feature}:", features.is_enabled("${feature}", user))${
      variants.length > 0
        ? `
    # ${listOf(variants)}
    print("variant:", features.get_variant("${feature}", user)["name"])`
        : ''
    }
    time.sleep(1)`,
  },
  {
    id: 'java',
    title: 'Java',
    tokenType: 'client',
    install: 'implementation("io.getunleash:unleash-client-java:11.+")',
    code: ({ origin, secret, feature, variants }) => `import io.getunleash.DefaultUnleash;
import io.getunleash.Unleash;
import io.getunleash.UnleashContext;
import io.getunleash.util.UnleashConfig;

class Main {
  public static void main(String[] arguments) throws InterruptedException {
    Unleash features = new DefaultUnleash(UnleashConfig.builder()
        .unleashAPI("${origin}/api")
        .appName("${snippetApplication}")
        .instanceId("1")
        .apiKey("${secret}")
        .sendMetricsInterval(5)
        .synchronousFetchOnInitialisation(true)
        .build());
    UnleashContext user = UnleashContext.builder().userId("7").build();
    while (true) {
      System.out.println("${feature}: " + features.isEnabled("${feature}", user));${
        variants.length > 0
          ? `
      // ${listOf(variants)}
      System.out.println("variant: " + features.getVariant("${feature}", user).getName());`
          : ''
      }
      Thread.sleep(1000);
    }
  }
}`,
  },
  {
    id: 'go',
    title: 'Go',
    tokenType: 'client',
    install: 'go get github.com/Unleash/unleash-client-go/v4',
    code: ({ origin, secret, feature, variants }) => `package main

import (
	"fmt"
	"net/http"
	"time"

	"github.com/Unleash/unleash-client-go/v4"
	"github.com/Unleash/unleash-client-go/v4/context"
)

func main() {
	err := unleash.Initialize(
		unleash.WithListener(&unleash.DebugListener{}),
		unleash.WithUrl("${origin}/api/"),
		unleash.WithAppName("${snippetApplication}"),
		unleash.WithCustomHeaders(http.Header{"Authorization": {"${secret}"}}),
		unleash.WithMetricsInterval(5*time.Second),
	)
	if err != nil {
		panic(err)
	}
	unleash.WaitForReady()
	user := context.Context{UserId: "7"}
	for {
		fmt.Println("${feature}:", unleash.IsEnabled("${feature}", unleash.WithContext(user)))${
      variants.length > 0
        ? `
		// ${listOf(variants)}
		fmt.Println("variant:", unleash.GetVariant("${feature}", unleash.WithVariantContext(user)).Name)`
        : ''
    }
		time.Sleep(time.Second)
	}
}`,
  },
  {
    id: 'dotnet',
    title: '.NET',
    tokenType: 'client',
    install: 'dotnet add package Unleash.Client',
    code: ({ origin, secret, feature, variants }) => `using Unleash;

var settings = new UnleashSettings
{
    UnleashApi = new Uri("${origin}/api/"),
    AppName = "${snippetApplication}",
    CustomHttpHeaders = new Dictionary<string, string> { ["Authorization"] = "${secret}" },
    SendMetricsInterval = TimeSpan.FromSeconds(5),
};
using var features = new DefaultUnleash(settings);
await Task.Delay(TimeSpan.FromSeconds(2));
var user = new UnleashContext { UserId = "7" };
while (true)
{
    Console.WriteLine($"${feature}: {features.IsEnabled("${feature}", user)}");${
      variants.length > 0
        ? `
    // ${listOf(variants)}
    Console.WriteLine($"variant: {features.GetVariant("${feature}", user).Name}");`
        : ''
    }
    await Task.Delay(TimeSpan.FromSeconds(1));
}`,
  },
  {
    id: 'curl',
    title: 'curl',
    tokenType: 'frontend',
    install: null,
    code: ({ origin, secret }) => `curl -s -H 'Authorization: ${secret}' \\
  '${origin}/api/frontend?appName=${snippetApplication}&userId=7'`,
  },
];

/** Name of the variant for users without one. */
const noVariant = 'disabled';

const typeOf = (variants: readonly string[]): string => [...variants, noVariant].map((name) => JSON.stringify(name)).join(' | ');
const listOf = (variants: readonly string[]): string => `one of ${[...variants, noVariant].join(', ')}`.replaceAll(/\s+/g, ' ');
const hookOf = (variants: readonly string[]): string => (variants.length > 0 ? 'useVariant' : 'useFlag');

const inScript = (feature: string, variants: readonly string[], context: string): string =>
  variants.length > 0
    ? `
const variant = features.getVariant(${inQuotes(feature)}${context}).name as ${typeOf(variants)};
console.log('variant:', variant);`
    : '';

/** A name of a feature as a string of JavaScript. Names may contain single quotes, and no other character that a string treats specially. */
const inQuotes = (name: string): string => `'${name.replaceAll("'", String.raw`\'`)}'`;

const indent = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`);
