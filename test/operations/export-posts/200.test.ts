import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCsv } from '../../../src/domain/csv.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { inDays, newPublisher, readPost, schedulePost, startAccepting, upload } from '../../harness/posts.ts'
import { picture } from '../../media/fixtures.ts'

const png = await picture().png().toBuffer()

onEachInstance(startAccepting, (instance) => {
  test('a CSV that was exported and imported again makes the same posts', async () => {
    const user = await newPublisher(instance)
    const { publicUrl } = await upload(user, png, 'image/png')
    const made = [
      await schedulePost(user, {
        message: '=HYPERLINK("https://evil.example"),\n"quoted"',
        media: [{ url: publicUrl, alt_text: 'Red; blue.' }, { url: publicUrl }],
        comments_under_post: ['-1', "'@two"],
        platform_options: { x: { message: '+1' } },
        auto_reply_enabled: false,
        labels: ['Launch', 'new product'],
        scheduled_at: '2027-02-03T09:00:00',
        scheduled_timezone: 'Europe/Warsaw',
      }),
      await schedulePost(user, { message: 'Ünïcödé 🚀', platforms: ['bluesky'], scheduled_at: inDays(5) }),
    ]
    const { csv, posts, next_cursor } = (await user.ask('GET', '/posts/export?format=csv&sort=time')).body.data
    assert.deepEqual([posts, next_cursor], [[], null])
    const parsed = parseCsv(csv)
    for (const cell of 'rows' in parsed ? parsed.rows.flat() : []) assert.doesNotMatch(cell, /^[=+\-@]/)

    const { body } = await user.ask('POST', '/posts/import', { body: { csv, commit: true } })
    const again = body.data.rows.map(({ post_id }: { post_id: number }) => post_id)
    const content = async (id: number) => {
      const { message, platforms, media, comments_under_post, platform_options, ...rest } = await readPost(user, id)
      const { scheduled_at, scheduled_timezone, auto_reply_enabled, labels } = rest
      return [
        message,
        platforms,
        media,
        comments_under_post,
        platform_options,
        scheduled_at,
        scheduled_timezone,
        auto_reply_enabled,
        labels,
      ]
    }
    const contents = (ids: readonly number[]) => Promise.all(ids.map(content))
    const byMessage = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1)
    assert.deepEqual(
      (await contents(again)).sort(byMessage),
      (await contents(made.map(({ id }) => id))).sort(byMessage),
    )
  })

  test('the pages of a CSV join to one file with one header, and take the filters of the list', async () => {
    const user = await newPublisher(instance)
    for (const message of ['One.', 'Two.', 'Three.']) await schedulePost(user, { message })
    await schedulePost(user, { message: 'Elsewhere.', platforms: ['bluesky'] })
    let file = ''
    for (let cursor = ''; ; ) {
      const path = `/posts/export?format=csv&platform=x&per_page=2${cursor}`
      const { data } = (await user.ask('GET', path)).body
      file += data.csv
      if (data.next_cursor === null) break
      cursor = `&cursor=${encodeURIComponent(data.next_cursor)}`
    }
    const parsed = parseCsv(file)
    assert.ok('rows' in parsed)
    const [header = [], ...rows] = parsed.rows
    const messages = rows.map((row) => row[header.indexOf('message')])
    assert.deepEqual(messages, ['Three.', 'Two.', 'One.'])
  })

  test('as JSON, the posts are those of the list', async () => {
    const user = await newPublisher(instance)
    await schedulePost(user)
    const { data } = (await user.ask('GET', '/posts/export')).body
    assert.deepEqual(data.posts, (await user.ask('GET', '/posts')).body.data.posts)
    assert.equal(data.csv, null)
  })
})
