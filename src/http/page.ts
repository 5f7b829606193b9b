import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { html, Markup } from '../system/markup.ts'

const style = `
  :root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
  body { max-width: 36rem; margin: 0 auto; padding: 3rem 1.25rem; }
  h1 { font-size: 1.6rem; line-height: 1.25; }
  h2 { font-size: 1.2rem; line-height: 1.25; }
  code { overflow-wrap: anywhere; }
  dt { font-weight: 600; }
  dd { margin: 0 0 .5rem; }
  fieldset { border: 1px solid; border-radius: .5rem; padding: .5rem 1rem; margin: 0 0 1rem; }
  legend { padding: 0 .4rem; font-weight: 600; }
  [hidden] { display: none !important; }
  label { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; }
  input[type=radio] { width: 1.25rem; height: 1.25rem; flex: none; }
  form[data-target] label { display: block; margin: 0 0 1rem; }
  form[data-target] input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .5rem; }
  button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0 1.5rem; border: 2px solid; border-radius: .5rem; }
  :focus-visible { outline: 3px solid; outline-offset: 3px; }
  .problem { border-left: .3rem solid; padding-left: .8rem; font-weight: 600; }
  .small { font-size: .9rem; }
`

const styleHash = createHash('sha256').update(style).digest('base64')

const policyOf = (formTargets: readonly string[], script?: string): string =>
  [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${script}`, "connect-src 'self'"]),
    `style-src 'sha256-${styleHash}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    // The empty icon.
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

interface Page {
  readonly status: number
  readonly title: string
  readonly body: Markup
  /** Other origins that the page's form may lead to: browsers also check the redirect after the form. */
  readonly formTargets?: readonly string[]
  /** The source of the only script, for the policy; by default there is none. */
  readonly script?: string
}

/** A page without other files. Its URL is not sent to other sites. */
export function sendPage(reply: FastifyReply, { status, title, body, formTargets = [], script }: Page): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} – Polypost</title>
    <link rel="icon" href="data:,">
    <style>${new Markup(style)}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>
`
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policyOf(formTargets, script),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .send(page.text)
}
