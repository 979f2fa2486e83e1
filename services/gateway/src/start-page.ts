/** What a person sees who opens the address in a browser. */
export const startPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Signalbox</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color:#223}code{background:#eef;padding:.1rem .3rem}</style>
<h1>Signalbox</h1>
<p>This server administers feature toggles and is running.</p>
<ul>
<li>Administration: <code>/api/admin</code>, with an API token in the header <code>Authorization</code></li>
<li>Log in: <code>POST /auth/simple/login</code></li>
<li>SDKs: <code>/api/client/features</code></li>
<li>State of the services: <a href="/ready">/ready</a></li>
</ul>
</html>
`;
