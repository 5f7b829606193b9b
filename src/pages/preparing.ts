import { apiPrefix } from '../contract/openapi.ts'
import { html, type Markup } from '../system/markup.ts'
import { type Page, problemText } from './page.ts'
import { type Language, type PageWords, pageWords } from './words.ts'

export type PreparingProgress =
  | { readonly step: keyof PageWords['steps'] }
  | { readonly step: 'failed'; readonly why: string }

/** Stands in for the dashboard until it is built. Without progress, nobody prepares it. It needs no script. */
export function preparingPage(progress: PreparingProgress | null, language: Language): Page {
  const words = pageWords[language]
  const isUnderWay = progress !== null && progress.step !== 'failed'
  return {
    language,
    title: isUnderWay ? words.prepared : words.notPrepared,
    body: html`${explained(progress, words)}
      <p>${words.worksAlready} <a href="${apiPrefix}/docs">${words.reference}</a></p>`,
  }
}

function explained(progress: PreparingProgress | null, words: PageWords): Markup {
  if (progress === null)
    return html`<p class="lead">${words.notBuilt}</p>
      <dl><dd><code>npm start</code></dd><dd><code>npm run build</code></dd></dl>`
  if (progress.step !== 'failed')
    return html`<p class="lead" role="status">${words.steps[progress.step]} ${words.opens}</p>`
  return html`${problemText(words.failed)}
      <p lang="en">${progress.why}</p>
      <p>${words.triesAgain} <code>npm run build</code></p>`
}
