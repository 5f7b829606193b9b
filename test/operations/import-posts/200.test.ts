import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { daily, nextSlots, setSlots } from '../../harness/posting-plan.ts'
import { inDays, newPublisher, readPost, startAccepting, textPost, upload } from '../../harness/posts.ts'
import { picture } from '../../media/fixtures.ts'

const png = await picture().png().toBuffer()

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind, { POLYPOST_POSTING_ALLOWANCES: '6,0,0,0' })
  })
  after(() => instance.stop())

  async function importing({ ask }: Pick<User, 'ask'>, body: object, headers: Record<string, string> = {}) {
    const reply = await ask('POST', '/posts/import', { body, headers })
    assert.equal(reply.status, 200, reply.text)
    return reply.body.data
  }
  const totalOf = async ({ ask }: User) => (await ask('GET', '/posts')).body.data.meta.total
  const codes = ({ rows }: { rows: { findings: { code: string }[] }[] }) =>
    rows.map(({ findings }) => findings.map(({ code }) => code))

  test('without commit, each row has its findings and warnings, and nothing is stored', async () => {
    const user = await newPublisher(instance)
    const data = await importing(user, {
      rows: [
        { ...textPost, scheduled_at: inDays(1) },
        { ...textPost, message: 'x'.repeat(301) },
        { message: 'No platform.', colour: 'red' },
        { ...textPost, scheduled_at: 'tomorrow' },
        { ...textPost, profile_id: 'doesNotExist' },
      ],
    })
    assert.deepEqual([data.committed, data.ok], [false, false])
    assert.deepEqual(codes(data), [
      [],
      ['text_too_long', 'text_too_long'],
      ['required', 'unknown_field'],
      ['invalid_format'],
      ['not_found'],
    ])
    assert.deepEqual(
      data.rows.map(({ row, ok }: { row: number; ok: boolean }) => [row, ok]),
      [1, 2, 3, 4, 5].map((row) => [row, row === 1]),
    )
    assert.deepEqual(
      data.rows[1].findings,
      (await user.ask('POST', '/post/validate', { body: data.rows[1].fields })).body.data.findings,
    )
    assert.equal(await totalOf(user), 0)
  })

  test('with commit, every row is a post, with what its columns say', async () => {
    const user = await newPublisher(instance)
    const { publicUrl } = await upload(user, png, 'image/png')
    const csv = [
      'Message;platforms;scheduled_at;scheduled_timezone;media;alt_texts;comment_1;platform_options;auto_reply_enabled',
      `"Hello; ""you""\nthere";x bluesky;2027-02-03 09:00;Europe/Warsaw;${publicUrl};A red square.;First!;"{""x"":{""message"":""For X.""}}";FALSE`,
      ';;;;;;;;',
      `'@ana said;X;${inDays(2)};;;;;;`,
    ].join('\r\n')
    const data = await importing(user, { csv, commit: true })
    assert.deepEqual([data.committed, data.ok, data.rows.length], [true, true, 2])
    assert.deepEqual(
      data.rows.map(({ row }: { row: number }) => row),
      [2, 4],
    )
    const [first, second] = [await readPost(user, data.rows[0].post_id), await readPost(user, data.rows[1].post_id)]
    const { message, platforms, scheduled_at, scheduled_timezone, media, comments_under_post, platform_options } = first
    assert.deepEqual(
      { message, platforms, scheduled_at, scheduled_timezone, media, comments_under_post, platform_options },
      {
        message: 'Hello; "you"\nthere',
        platforms: ['x', 'bluesky'],
        scheduled_at: '2027-02-03T08:00:00.000Z',
        scheduled_timezone: 'Europe/Warsaw',
        media: [{ ...media[0], url: publicUrl, thumbnail_url: null, alt_text: 'A red square.' }],
        comments_under_post: ['First!'],
        platform_options: { x: { message: 'For X.' } },
      },
    )
    assert.equal(first.auto_reply_enabled, false)
    assert.deepEqual([second.message, second.platforms], ['@ana said', ['x']])
  })

  test('rows that take a slot take one after the other, in the check and when they are stored', async () => {
    const user = await newPublisher(instance)
    await setSlots(user, daily('09:00'))
    const free = await nextSlots(user, 3)
    const rows = free.map(() => ({ ...textPost, scheduled_at: 'next_slot' }))
    const times = (data: { rows: { scheduled_at: string }[] }) => data.rows.map((row) => row.scheduled_at)
    assert.deepEqual(times(await importing(user, { rows })), free)
    assert.deepEqual(times(await importing(user, { rows, commit: true })), free)
    assert.ok(!(await nextSlots(user, 1)).includes(free[2] ?? ''))
  })

  test('the posting allowance counts the rows together, in the check too', async () => {
    const user = await newPublisher(instance, { plan: 1 })
    const rows = Array.from({ length: 4 }, () => textPost)
    assert.deepEqual(codes(await importing(user, { rows })), [[], [], [], ['posting_allowance_used_up']])
    assert.equal((await importing(user, { rows: rows.slice(1), commit: true })).rows.length, 3)
  })

  test('drafts may be incomplete; what a draft cannot hold is left out with a warning', async () => {
    const user = await newPublisher(instance)
    const rows = [{ message: 'An idea.' }, { ...textPost, scheduled_at: inDays(1) }]
    const checked = await importing(user, { rows, as: 'drafts' })
    assert.equal(checked.rows[0].draft_id, null)
    const data = await importing(user, { rows, as: 'drafts', commit: true })
    assert.deepEqual(
      data.rows.map(({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code)),
      [[], ['left_out_of_draft']],
    )
    const drafts = (await user.ask('GET', '/drafts')).body.data.drafts
    assert.deepEqual(
      drafts.map(({ id }: { id: string }) => id).sort(),
      data.rows.map(({ draft_id }: { draft_id: string }) => draft_id).sort(),
    )
    assert.equal(await totalOf(user), 0)
  })

  test('a repeat with the same idempotency key stores nothing twice', async () => {
    const user = await newPublisher(instance)
    const body = { rows: [textPost, textPost], commit: true }
    const send = () => importing(user, body, { 'idempotency-key': 'the-same-import' })
    assert.deepEqual(await send(), await send())
    assert.equal(await totalOf(user), 2)
  })

  test('columns that do not exist are named', async () => {
    const user = await newPublisher(instance)
    const data = await importing(user, { csv: 'message,plattforms,notes\nHello.,x,\n' })
    assert.deepEqual([data.ok, data.unknown_columns], [false, ['plattforms', 'notes']])
  })

  test('an import stores the posts in the profile of the request, and a row can name another one', async () => {
    const user = await newPublisher(instance)
    const other = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    const rows = [{ message: 'One.' }, { message: 'Two.', profile_id: user.profileId }]
    await importing(user, { rows, as: 'drafts', profile_id: other, commit: true })
    const messages = async (id: string) =>
      (await user.ask('GET', `/drafts?profile_id=${id}`)).body.data.drafts.map(
        (one: { message: string }) => one.message,
      )
    assert.deepEqual([await messages(other), await messages(user.profileId)], [['One.'], ['Two.']])
  })
})
