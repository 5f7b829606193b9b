import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../harness/eventually.ts'
import { newPerson } from '../harness/people.ts'
import { insertAutoReply } from '../harness/rows.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'
import { type SimulatedModel, startModel } from '../harness/servers/language-model.ts'

/** An hour takes one minute: comments are read again after seconds. */
const scale = '60'

let model: SimulatedModel
let screens: Screens
let postId: number
let remoteId: string

before(async () => {
  model = await startModel('openai-compatible')
  screens = await startScreens('postgres', { ...model.env, POLYPOST_TIME_SCALE: scale })
  const { ask } = screens.owner
  await ask('POST', '/connect', { body: { platform: 'bluesky', environment: 'sandbox' } })
  const made = await ask('POST', '/post', { body: { message: 'Winter Roast is back.', platforms: ['bluesky'] } })
  postId = made.body.post_id
  const job = await eventually('it is published', async () => {
    const [found] = (await ask('GET', `/posts/${postId}`)).body.data.jobs
    return found.status === 'completed' && found
  })
  remoteId = job.platform_post_id
})
after(async () => {
  await screens?.stop()
  await model?.stop()
})

/** Somebody comments, and another client of the API reads it. */
async function comment(message: string, author = 'marta'): Promise<void> {
  const { ask } = screens.owner
  const body = { post_id: remoteId, author, message }
  assert.equal((await ask('POST', '/sandbox/bluesky/comments', { body })).status, 200)
  await eventually('it is read', async () => {
    const { entries } = (await ask('GET', `/inbox?search=${encodeURIComponent(message)}`)).body.data
    return entries.length > 0 || ((await ask('GET', `/comments?post_id=${postId}`)) && false)
  })
}

const published = async (message: string): Promise<number> =>
  (await screens.owner.ask('GET', '/sandbox/bluesky/posts')).body.data.posts.filter(
    ({ text }: { text: string }) => text === message,
  ).length

const fault = async (kind: string, operation: string, times = 1) => {
  const body = { operation, kind, times }
  assert.equal((await screens.owner.ask('POST', '/sandbox/bluesky/faults', { body })).status, 200)
}

const row = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /^(Comments|Kommentare)$/ })
    .getByRole('link')
    .filter({ hasText: text })
const box = (page: Page) => page.getByRole('textbox', { name: /^Reply to / })
const reply = (page: Page) => page.getByRole('button', { name: 'Reply', exact: true })
const thread = (page: Page) => page.getByRole('list', { name: 'Comments' })

/** Opens a comment from the list. */
async function open(message: string): Promise<Page> {
  const page = await screens.open('/inbox')
  await row(page, message).click()
  await page.waitForURL(/\/inbox\/\d+/)
  await box(page).waitFor()
  return page
}

test('a comment appears by itself, is read by opening it, and its answer is at the platform once, although it is pressed twice', async () => {
  const page = await screens.open('/inbox')
  await page.getByText('There are no comments yet.').waitFor()
  await comment('Also for a moka pot?')
  await row(page, 'Also for a moka pot?').getByText('Unread').waitFor({ state: 'attached' })
  await row(page, 'Also for a moka pot?').click()
  await row(page, 'Also for a moka pot?').getByText('Unread').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Winter Roast is back.' }).waitFor()

  await reply(page).click()
  await page.getByText('The reply has no text.').waitFor()
  await box(page).and(page.locator(':focus')).fill('Yes, a little coarser.')
  await page.getByText('22 of 300').waitFor()
  await reply(page).dblclick()
  await thread(page).getByText('Yes, a little coarser.').waitFor()
  await row(page, 'Answered by Olga').waitFor()
  assert.equal(await box(page).inputValue(), '')
  assert.equal(await published('Yes, a little coarser.'), 1)
  screens.assertQuiet()
})

test('what is written stays over another comment and a reload, and goes out once although the answer is lost', async () => {
  await comment('Do you ship to Oslo?')
  await comment('And to Rome?')
  const page = await open('Do you ship to Oslo?')
  await box(page).fill('Within a week.')
  await row(page, 'And to Rome?').click()
  await eventually('the other field is empty', async () => (await box(page).inputValue()) === '')
  await page.goBack()
  await page.reload()
  await box(page).waitFor()
  assert.equal(await box(page).inputValue(), 'Within a week.')

  let asked = 0
  await page.route('**/comments/reply', async (route) => {
    asked += 1
    if (asked > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await box(page).press('Control+Enter')
  await thread(page).getByText('Within a week.').waitFor()
  await eventually('the field is empty', async () => (await box(page).inputValue()) === '')
  assert.equal(asked, 2)
  assert.equal(await published('Within a week.'), 1)
  screens.assertQuiet()
})

test('a reply in doubt says so until the platform was asked, and is not sent twice', async (t) => {
  const works = () => screens.owner.ask('DELETE', '/sandbox/bluesky/faults')
  t.after(works)
  await comment('Is it fair trade?')
  const page = await open('Is it fair trade?')
  await fault('server_error_after', 'comment')
  await fault('server_error', 'read', 1000)
  await box(page).fill('It is, since 2012.')
  await reply(page).click()
  await page.getByText('Bluesky did not confirm the reply.').waitFor()
  await row(page, 'Going out').waitFor()
  await page.reload()
  await page.getByText('Bluesky did not confirm the reply.').waitFor()
  await works()
  await page.getByText('Bluesky did not confirm the reply.').waitFor({ state: 'detached' })
  await row(page, 'Answered by Olga').filter({ hasText: 'Is it fair trade?' }).waitFor()
  assert.equal(await box(page).inputValue(), '')
  assert.equal(await published('It is, since 2012.'), 1)
  screens.assertQuiet()
})

test('a refused reply says whose fault it is and keeps the text', async () => {
  await comment('Can I visit you?')
  const page = await open('Can I visit you?')
  await fault('rate_limit', 'comment')
  await box(page).fill('Any day but Monday.')
  await reply(page).click()
  await page.getByRole('alert').getByText('The reply was not posted.').waitFor()
  await page.getByText('Whose fault: The platform’s.').waitFor()
  assert.equal(await page.getByText('No connection.').count(), 0)
  assert.equal(await published('Any day but Monday.'), 0)
  await page.reload()
  await box(page).waitFor()
  assert.equal(await box(page).inputValue(), 'Any day but Monday.')
  await page.getByText('19 of 300').waitFor()
  await box(page).fill('a'.repeat(290))
  await page.getByText('10 left').waitFor()
  await box(page).fill('a'.repeat(303))
  await page.getByText('3 over').waitFor()
  await reply(page).click()
  await page.getByRole('alert').getByText('Bluesky accepts at most 300').waitFor()
  screens.assertQuiet()
})

test('replies of the model wait with the facts they are written from: one goes out with other words, one is rejected', async () => {
  const { ask } = screens.owner
  const facts = {
    business_name: 'Lumen Coffee',
    business_description: 'Roasts coffee in Warsaw.',
    faq: 'Open every day.',
  }
  const settings = { ...facts, brand_profile: 'Brief.', contact_info: 'hello@acme.example' }
  model.answers(({ input }) => ({
    said: input.includes('closed')
      ? { reply: 'Never, we roast daily.', facts: ['Questions and answers'] }
      : { reply: 'Gladly.' },
  }))
  await comment('When are you closed?', 'oba')
  await comment('Will there be more?', 'oba')
  // Auto-replies read the post at once when they are switched on.
  const body = { ...settings, auto_reply_enabled: true, auto_reply_mode: 'review' }
  assert.equal((await ask('POST', '/settings', { body })).status, 200)
  const waiting = async () => (await ask('GET', '/inbox?needs_approval=true&search=oba')).body.data.entries
  await eventually('both are drafted', async () => (await waiting()).length === 2)
  const page = await screens.open('/inbox?view=approve')
  await row(page, 'When are you closed?').click()
  const proposed = page.getByRole('textbox', { name: 'Proposed reply' })
  await page.getByText('Brand context', { exact: true }).click()
  await page.getByText('Roasts coffee in Warsaw.').waitFor()
  await page.getByText('It says it used: FAQ.').waitFor()
  await page.getByText('FAQ · used in the reply').waitFor()
  const [, profile, ...rest] = new URL(page.url()).pathname.split('/').slice(1)
  const path = `/${rest.join('/')}`
  await checkLooks(screens, `/p/${profile}${path}`, (other) =>
    other.getByRole('textbox', { name: 'Proposed reply' }).waitFor(),
  )

  assert.equal(await proposed.inputValue(), 'Never, we roast daily.')
  await proposed.fill('Never, not even on Sundays.')
  await page.getByRole('button', { name: 'Approve and send' }).dblclick()
  await thread(page).getByText('auto-reply, approved by Olga').waitFor()
  await row(page, 'When are you closed?').getByText('Answered by auto-reply').waitFor()
  assert.equal(await published('Never, not even on Sundays.'), 1)
  assert.equal(await published('Never, we roast daily.'), 0)
  await page.getByRole('button', { name: 'Read afresh' }).click()
  const listed = async () => (await ask('GET', path)).body.data.thread
  await eventually('the platform lists the reply', async () =>
    (await listed()).some(({ comment }: { comment: { message: string } }) => comment.message.endsWith('on Sundays.')),
  )
  await page.reload()
  await thread(page).getByText('auto-reply, approved by Olga').waitFor()

  await row(page, 'Will there be more?').click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Reply rejected by Olga').waitFor()
  const views = page.getByRole('navigation', { name: 'Which comments' })
  await views.getByRole('link', { name: 'To approve' }).click()
  assert.equal(await published('Gladly.'), 0)
  await ask('POST', '/settings', { body: { auto_reply_enabled: false } })
  screens.assertQuiet()
})

test('a comment about which the language model is not asked yet says why', async () => {
  await comment('How many are left?', 'piet')
  const { ask } = screens.owner
  const [entry] = (await ask('GET', '/inbox?search=piet')).body.data.entries
  await insertAutoReply(screens.instance.data, {
    profileId: entry.profile_id,
    jobId: entry.comment.post_id,
    comment_id: entry.comment.id,
    platform: 'bluesky',
    message: null,
    status: 'queued',
    error: 'The language-model tokens of this month are used up.',
  })
  const page = await screens.open('/inbox')
  await row(page, 'How many are left?').getByText('Auto-reply waits').waitFor()
  await row(page, 'How many are left?').click()
  await page.getByText('The language-model tokens of this month are used up.').waitFor()
  assert.equal(await page.getByText('The language model writes a reply.').count(), 0)
  screens.assertQuiet()
})

test('the keyboard walks the list, and the address has what is filtered', async () => {
  await comment('Mine arrived torn, <b>why?</b> https://evil.example', 'jonas')
  const page = await screens.open('/inbox')
  await row(page, 'Mine arrived torn').waitFor()
  await page.keyboard.press('j')
  await page.waitForURL(/\/inbox\/\d+/)
  await thread(page).getByText('Mine arrived torn, <b>why?</b> https://evil.example').waitFor()
  assert.equal(await thread(page).getByRole('link', { name: /evil/ }).count(), 0)
  const rel = await thread(page).getByRole('link', { name: 'Open on Bluesky' }).first().getAttribute('rel')
  assert.match(rel ?? '', /\bnoopener\b.*\bnofollow\b.*\bugc\b/)
  const first = page.url()
  await page.keyboard.press('ArrowDown')
  await page.waitForURL((url) => url.href !== first)
  await page.keyboard.press('k')
  await page.waitForURL(first)

  await page.getByRole('button', { name: 'Mark as unread' }).click()
  await page.waitForURL(/\/inbox(\?|$)/)
  await page.getByRole('navigation', { name: 'Which comments' }).getByRole('link', { name: 'Unread' }).click()
  await page.waitForURL(/view=unread/)
  await row(page, 'Mine arrived torn').waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText('All comments are read.').waitFor()
  await page.getByRole('link', { name: 'Show all comments' }).click()

  await page.getByRole('searchbox').fill('jonas')
  await page.waitForURL(/q=jonas/)
  await page.getByRole('combobox', { name: 'Platform' }).selectOption('Bluesky')
  await page.waitForURL(/platform=bluesky/)
  await eventually('one is left', async () => (await row(page, '').count()) === 1)
  await page.reload()
  await row(page, 'Mine arrived torn').waitFor()
  assert.equal(await page.getByRole('searchbox').inputValue(), 'jonas')
  await page.getByRole('combobox', { name: 'Platform' }).selectOption('X')
  await page.getByText('No comment fits.').waitFor()
  screens.assertQuiet()
})

test('an author reads and marks, a viewer only reads, and neither sees a button that would be refused', async () => {
  await comment('For whom is this?')
  const { ask } = screens.owner
  const unread = async () => (await ask('GET', '/inbox/count')).body.data.unread
  const before = await unread()
  const viewer = await newPerson(screens.instance, ask, 'viewer')
  const seen = await screens.open('/inbox', { person: viewer })
  await row(seen, 'For whom is this?').click()
  await seen.getByRole('heading', { name: 'Winter Roast is back.' }).waitFor()
  for (const name of ['Reply', 'Read afresh', 'Mark all as read', 'Mark as unread'])
    assert.equal(await seen.getByRole('button', { name, exact: true }).count(), 0, name)
  assert.equal(await box(seen).count(), 0)
  assert.equal(await unread(), before)

  const author = await newPerson(screens.instance, ask, 'author')
  const read = await screens.open('/inbox', { person: author })
  await row(read, 'For whom is this?').click()
  await read.getByRole('button', { name: 'Mark as unread' }).waitFor()
  await eventually('it is read', async () => (await unread()) < before)
  assert.equal(await box(read).count(), 0)
  screens.assertQuiet()
})

test('the list is usable in light and dark, wide and narrow; on a phone the conversation is a page of its own, in German, too', async () => {
  await comment('And to Berlin?')
  await checkLooks(screens, '/inbox', (page) => row(page, 'And to Berlin?').waitFor())
  const page = await screens.open('/inbox', { width: 390, locale: 'de-DE' })
  await page.getByRole('heading', { name: 'Posteingang', level: 1 }).waitFor()
  await row(page, 'And to Berlin?').click()
  await page.getByRole('button', { name: 'Antworten', exact: true }).waitFor()
  await row(page, 'And to Berlin?').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Alle Kommentare' }).click()
  await row(page, 'And to Berlin?').waitFor()
  screens.assertQuiet()
})
