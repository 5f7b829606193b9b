import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { html, Markup } from '../system/markup.ts'
import { pageStyle } from '../pages/style.ts'

const styleHash = createHash('sha256').update(pageStyle).digest('base64')

const mark = '<path d="M16 7v18M16 10h6l2 2-2 2h-6M16 15.5h-5.5l-2 2 2 2H16"'
/** The dashboard has the same one. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#121a1a"/>${mark} fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
)}`
const brand = html`<p class="brand"><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"/>${new Markup(mark)}/></svg>Polypost</p>`

const policyOf = (formTargets: readonly string[], script?: string): string =>
  [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${script}`, "connect-src 'self'"]),
    `style-src 'sha256-${styleHash}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    // The icon.
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
  /** By default English. */
  readonly language?: 'en' | 'de'
}

const titleOf = (title: string): string => (title.includes('Polypost') ? title : `${title} – Polypost`)

/** A page without other files. Its URL is not sent to other sites. */
export function sendPage(
  reply: FastifyReply,
  { status, title, body, formTargets = [], script, language = 'en' }: Page,
): FastifyReply {
  const page = html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${titleOf(title)}</title>
    <link rel="icon" href="${icon}">
    <style>${new Markup(pageStyle)}</style>
  </head>
  <body>
    <main>
      ${brand}
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
