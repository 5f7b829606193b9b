import { html, type Markup } from '../../system/markup.ts'
import type { LedgerPost } from '../shared/simulator.ts'
import { controlPath } from './control.ts'
import type { Hosted } from './hosted.ts'
import type { Ledger } from './ledger.ts'
import { wholePage } from './pages.ts'

/** Answers that a page shows in all, and posts of a platform that the list shows. */
const maxAnswers = 100
const maxListed = 10

/** In characters: what the list shows of a text. */
const maxExcerpt = 120

const titleOf = ({ title, name }: Hosted): string => title ?? name

/** A post with what answers it, as the ledger has them: no platform draws its own. */
export function postPage(hosted: Hosted, post: LedgerPost, ledger: Ledger): string {
  const room = { left: maxAnswers }
  const answers = answersBelow(hosted, post, ledger, room)
  const above = post.reply_to === null ? undefined : ledger.post(hosted.name, post.reply_to)
  const kind = post.reply_to === null ? 'Post' : 'Reply'
  const title = `${kind} by ${authorOf(hosted, post)}`
  const shown = maxAnswers - room.left
  const body = html`<h1>${title}</h1>
${above ? html`<p>It answers <a href="${placeOf(above)}">${aPost(hosted, above)}</a>.</p>\n` : ''}<p class="text large" dir="auto">${post.text}</p>
<p class="small">${timeOf(post)}, ${mediaOf(post)}</p>
<h2>${shown === 0 ? 'No replies' : shown === 1 ? '1 reply' : `${shown} replies`}</h2>
${listed(answers)}
${room.left === 0 ? html`<p>There may be more; no more than ${maxAnswers} are shown.</p>\n` : ''}${toAll}`
  return wholePage({ title, platform: titleOf(hosted), body })
}

function answersBelow(hosted: Hosted, { id }: LedgerPost, ledger: Ledger, room: { left: number }): readonly Markup[] {
  const answers = ledger.answers(hosted.name, id, room.left)
  room.left -= answers.length
  return answers.map(
    (answer) => html`<li>
<p><strong>${authorOf(hosted, answer)}</strong></p>
<p class="text" dir="auto">${answer.text}</p>
<p class="small"><a href="${placeOf(answer)}">${timeOf(answer)}</a>, ${mediaOf(answer)}</p>
${listed(answersBelow(hosted, answer, ledger, room))}</li>
`,
  )
}

const listed = (items: readonly Markup[]): Markup => (items.length === 0 ? html`` : html`<ol>\n${items}</ol>\n`)

const toAll = html`<p><a href="/">All simulated posts</a></p>`

/** What a browser is shown at a platform's address that leads nowhere. */
export const emptyPage = (hosted: Hosted): string =>
  wholePage({
    title: 'Nothing is here',
    platform: titleOf(hosted),
    body: html`<h1>Nothing is here</h1>
<p>A post that was here was deleted, or forgotten with the rest. Profiles have no pages.</p>
${toAll}`,
  })

/** Where a person begins: every platform with its newest posts. */
export function indexPage(platforms: readonly Hosted[], ledger: Ledger): string {
  const sections = platforms.map((hosted) => {
    const items = ledger.newest(hosted.name, maxListed).map(
      (post) => html`<li>
<p dir="auto"><a href="${placeOf(post)}">${excerptOf(post)}</a></p>
<p class="small">${authorOf(hosted, post)}, ${timeOf(post)}, ${mediaOf(post)}</p>
</li>
`,
    )
    const door = `${controlPath}/${hosted.name}/posts`
    return html`<section>
<h2>${titleOf(hosted)}</h2>
${items.length === 0 ? html`<p>Nothing was published here yet.</p>\n` : listed(items)}<p class="small">For programs: <a href="${door}">${door}</a></p>
</section>
`
  })
  const title = 'Simulated platforms'
  return wholePage({
    title,
    body: html`<h1>${title}</h1>
<p>What was published to each of them, newest first.</p>
${sections}`,
  })
}

const authorOf = ({ simulator, world }: Hosted, { account_id }: LedgerPost): string =>
  simulator.nameOf?.(world(''), account_id) ?? account_id

const aPost = (hosted: Hosted, post: LedgerPost): string =>
  `a ${post.reply_to === null ? 'post' : 'reply'} by ${authorOf(hosted, post)}`

/** Without its origin: the port may be another by now. */
function placeOf({ url }: LedgerPost): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

const timeOf = ({ created_at }: LedgerPost): Markup => {
  const shown = created_at.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')
  return html`<time datetime="${created_at}">${shown}</time>`
}

const mediaOf = ({ media_count }: LedgerPost): string => {
  if (media_count === 0) return 'no media'
  return media_count === 1 ? '1 file' : `${media_count} files`
}

function excerptOf({ text }: LedgerPost): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  if (characters.length === 0) return '(no text)'
  return characters.length > maxExcerpt ? `${characters.slice(0, maxExcerpt).join('')}…` : characters.join('')
}
