import { html, type Markup } from '../../system/markup.ts'
import type { LedgerPost } from '../shared/simulator.ts'
import { controlPath } from './control.ts'
import type { Ledger } from './ledger.ts'
import { wholePage } from './pages.ts'
import type { HostedSimulator } from './simulation.ts'

/** How many replies a page shows, and how many posts of a platform the list shows. */
const maxAnswers = 100
const maxListed = 10

/** In characters: what the list shows of a text. */
const maxExcerpt = 120

const titleOf = ({ title, name }: HostedSimulator): string => title ?? name

/**
 * A post with its replies, from the ledger; all platforms share this page. `passedAt`: the path below which the instance passes
 * it on; then there is no way from it to the list of all posts.
 */
export function postPage(hosted: HostedSimulator, post: LedgerPost, ledger: Ledger, passedAt: string | null): string {
  const answersLeft = { count: maxAnswers }
  const at = (one: LedgerPost) => `${passedAt ?? ''}${pathOf(one)}`
  const answers = answersBelow(hosted, post, ledger, answersLeft, at)
  const above = post.reply_to === null ? undefined : ledger.post(hosted.name, post.reply_to)
  const kind = post.reply_to === null ? 'Post' : 'Reply'
  const title = `${kind} by ${authorOf(hosted, post)}`
  const shown = maxAnswers - answersLeft.count
  const body = html`<h1>${title}</h1>
${above ? html`<p>Reply to <a href="${at(above)}">${aPost(hosted, above)}</a>.</p>\n` : ''}<p class="text large" dir="auto">${post.text}</p>
<p class="small">${timeOf(post)}, ${mediaOf(post)}</p>
<h2>${shown === 0 ? 'No replies' : shown === 1 ? '1 reply' : `${shown} replies`}</h2>
${listed(answers)}
${answersLeft.count === 0 ? html`<p>There may be more replies. This page shows at most ${maxAnswers}.</p>\n` : ''}${passedAt === null ? toAll : ''}`
  return wholePage({ title, platform: titleOf(hosted), body })
}

function answersBelow(
  hosted: HostedSimulator,
  { id }: LedgerPost,
  ledger: Ledger,
  answersLeft: { count: number },
  at: (one: LedgerPost) => string,
): readonly Markup[] {
  const answers = ledger.answers(hosted.name, id, answersLeft.count)
  answersLeft.count -= answers.length
  return answers.map(
    (answer) => html`<li>
<p><strong>${authorOf(hosted, answer)}</strong></p>
<p class="text" dir="auto">${answer.text}</p>
<p class="small"><a href="${at(answer)}">${timeOf(answer)}</a>, ${mediaOf(answer)}</p>
${listed(answersBelow(hosted, answer, ledger, answersLeft, at))}</li>
`,
  )
}

const listed = (items: readonly Markup[]): Markup => (items.length === 0 ? html`` : html`<ol>\n${items}</ol>\n`)

const toAll = html`<p><a href="/">All simulated posts</a></p>`

/** The page for an address of a platform that does not exist. */
export const emptyPage = (hosted: HostedSimulator, isPassed: boolean): string =>
  wholePage({
    title: 'Nothing is here',
    platform: titleOf(hosted),
    body: html`<h1>Nothing is here</h1>
<p>There is no post at this address. It was deleted, or the sandbox was reset. Profiles have no pages here.</p>
${isPassed ? '' : toAll}`,
  })

/** The first page: every platform with its newest posts. */
export function indexPage(platforms: readonly HostedSimulator[], ledger: Ledger): string {
  const sections = platforms.map((hosted) => {
    const items = ledger.newest(hosted.name, maxListed).map(
      (post) => html`<li>
<p dir="auto"><a href="${pathOf(post)}">${excerptOf(post)}</a></p>
<p class="small">${authorOf(hosted, post)}, ${timeOf(post)}, ${mediaOf(post)}</p>
</li>
`,
    )
    const list = `${controlPath}/${hosted.name}/posts`
    return html`<section>
<h2>${titleOf(hosted)}</h2>
${items.length === 0 ? html`<p>No posts yet.</p>\n` : listed(items)}<p class="small">For programs: <a href="${list}">${list}</a></p>
</section>
`
  })
  const title = 'Simulated platforms'
  return wholePage({
    title,
    body: html`<h1>${title}</h1>
<p>The newest posts on each of them.</p>
${sections}`,
  })
}

const authorOf = ({ simulator, world }: HostedSimulator, { account_id }: LedgerPost): string =>
  simulator.nameOf?.(world(''), account_id) ?? account_id

const aPost = (hosted: HostedSimulator, post: LedgerPost): string =>
  `a ${post.reply_to === null ? 'post' : 'reply'} by ${authorOf(hosted, post)}`

/** Without its origin: the port may have changed. */
function pathOf({ url }: LedgerPost): string {
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
