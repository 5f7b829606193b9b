import { apiPrefix } from '../contract/openapi.ts'
import { html, type Markup } from '../system/markup.ts'
import type { Page } from './page.ts'
import { type Language, type PageWords, words } from './words.ts'

export type PreparingProgress =
  | { readonly step: keyof PageWords['steps'] }
  | { readonly step: 'failed'; readonly why: string }

/** Stands in for the dashboard until it is built. Without progress, nobody prepares it. It needs no script. */
export function preparingPage(progress: PreparingProgress | null, language: Language): Page {
  const said = words[language]
  const isUnderWay = progress !== null && progress.step !== 'failed'
  return {
    language,
    title: isUnderWay ? said.prepared : said.notPrepared,
    body: html`${explained(progress, said)}
      <p>${said.worksAlready} <a href="${apiPrefix}/docs">${said.reference}</a></p>`,
  }
}

function explained(progress: PreparingProgress | null, said: PageWords): Markup {
  if (progress === null)
    return html`<p class="lead">${said.notBuilt}</p>
      <dl><dd><code>npm start</code></dd><dd><code>npm run build</code></dd></dl>`
  if (progress.step !== 'failed')
    return html`<p class="lead" role="status">${said.steps[progress.step]} ${said.opens}</p>`
  return html`<p class="problem" role="alert">${said.failed}</p>
      <p lang="en">${progress.why}</p>
      <p>${said.triesAgain} <code>npm run build</code></p>`
}
