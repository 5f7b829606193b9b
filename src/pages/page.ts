import { html, Markup } from '../system/markup.ts'
import { pageStyle } from './style.ts'
import type { Language } from './words.ts'

export interface Page {
  readonly title: string
  readonly body: Markup
  /** By default English. */
  readonly language?: Language
  /** The only script; by default there is none. */
  readonly script?: string
  /** Other origins that the page's form may lead to: browsers also check the redirect after the form. */
  readonly formTargets?: readonly string[]
}

const mark = '<path d="M16 7v18M16 10h6l2 2-2 2h-6M16 15.5h-5.5l-2 2 2 2H16"'
/** The dashboard has the same one. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#121a1a"/>${mark} fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
)}`
const brand = html`<p class="brand"><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"/>${new Markup(mark)}/></svg>Polypost</p>`

const titleOf = (title: string): string => (title.includes('Polypost') ? title : `${title} – Polypost`)

/** The HTML of a page. It needs no other files. */
export const pageText = ({ title, body, language = 'en', script }: Page): string =>
  html`<!doctype html>
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
      ${body}${
        script === undefined
          ? ''
          : html`
      <script>${new Markup(script)}</script>`
      }
    </main>
  </body>
</html>
`.text

/** The text of a problem, read aloud at once. */
export const problemText = (text: string): Markup => html`<p class="problem" role="alert">${text}</p>`

/** After an error. The request ID finds it in the log. */
export const troublePage = (message: string, requestId: string, title = 'That did not work'): Page => ({
  title,
  body: html`${problemText(message)}
      <p class="small">Request <code>${requestId}</code></p>`,
})
