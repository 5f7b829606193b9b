import { html, Markup } from '../../system/markup.ts'
import type { SimulatedPage } from '../shared/simulator.ts'

const style = `
  :root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif }
  body { max-width: 34rem; margin: 3rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  h1, h2 { line-height: 1.25 }
  h1 { font-size: 1.6rem }
  h2 { font-size: 1.3rem }
  time { white-space: nowrap }
  .note { border-left: .25rem solid; padding-left: .75rem }
  .text { white-space: pre-wrap }
  .large { font-size: 1.25rem }
  .small { font-size: .9rem; margin: .25rem 0 }
  ol { list-style: none; padding: 0 }
  ol ol { padding-left: 1rem; border-left: 1px solid }
  li { margin: 1rem 0 }
  li p { margin: .25rem 0 }
  label { display: block; font-weight: 600 }
  input { font: inherit; padding: .5rem; width: 100%; box-sizing: border-box }
  button { font: inherit; padding: .5rem 1.5rem; margin: 1.5rem 1rem 0 0 }
  a { color: inherit }
`

interface Whole {
  readonly title: string
  /** The name that people use for the platform; without one the page is about all platforms. */
  readonly platform?: string
  readonly body: Markup
}

/** Plain HTML that works without scripts, by keyboard and with screen readers. It says that it is a simulation. */
export const wholePage = ({ title, platform, body }: Whole): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}${platform === undefined ? '' : ` · simulated ${platform}`}</title>
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
<main>
<p class="note">This is a simulation${platform === undefined ? '' : ` of ${platform}`}. Nothing leaves this machine.</p>
${body}
</main>
</body>
</html>
`.text

/** The consent page, or why consent is not possible. */
export function consentPage(page: SimulatedPage): string {
  const title =
    page.fault === undefined ? `Allow an app to use your ${page.title} account?` : 'This sign-in is not possible'
  const rest = page.fault === undefined ? form(page) : html`<p role="alert">${page.fault}</p>`
  return wholePage({ title, platform: page.title, body: html`<h1>${title}</h1>\n${rest}` })
}

const ownFields = ['account', 'decision']

function form({ client = '', scopes = [], parameters = {}, account = '' }: SimulatedPage): Markup {
  const hidden = Object.entries(parameters)
    .filter(([name]) => !ownFields.includes(name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)
  return html`<p>The app <strong>${client}</strong> asks for these permissions:</p>
<ul>
${scopes.map((scope) => html`<li>${scope}</li>\n`)}</ul>
<form method="post" action="?">
${hidden}<label for="account">Simulated account</label>
<input id="account" name="account" value="${account}" maxlength="50" required autocomplete="off" aria-describedby="about">
<p id="about">Type any name. If no simulated account has this name, a new one is created.</p>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</form>`
}
