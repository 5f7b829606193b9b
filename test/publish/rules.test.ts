import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { inDays } from '../harness/posts.ts'
import { type Newcomer, type PlatformName, type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { insertFile } from '../harness/rows.ts'
import { tested } from '../platforms/index.ts'
import { minuteInSeconds, video } from '../platforms/shared/files.ts'
import type { File, PostCase, Rule } from '../platforms/shared/tested.ts'

const rules: readonly (Rule & { readonly platform: PlatformName })[] = Object.entries(tested).flatMap(
  ([name, { rules }]) =>
    // The keys are the names.
    rules.map((rule) => ({ ...rule, platform: name as PlatformName })),
)

onEachDatabase((kind) => {
  let bench: PublishingInstance
  const people = new Map<string, Newcomer>()

  before(async () => {
    bench = await startPublishing(kind, { roles: { api: true, worker: false } })
    for (const { platform, by = '' } of rules) {
      const name = nameOf(platform, by)
      if (!people.has(name)) people.set(name, await bench.newcomer(platform, by))
    }
  })
  after(() => bench.stop())

  const stored = (who: Newcomer, file: File) => insertFile(bench.rows.db, who.id, file)
  const urlOf = async (who: Newcomer, file: File) => `${bench.instance.base}/media/${await stored(who, file)}`

  async function bodyOf(
    who: Newcomer,
    { message = 'A post.', files = [], altText, thumbnail, comments, options }: PostCase,
  ) {
    const media = []
    for (const [index, one] of files.entries())
      media.push({
        storageKey: await stored(who, one),
        ...(altText === undefined ? {} : { alt_text: altText }),
        ...(thumbnail && index === 0 && { thumbnail_url: await urlOf(who, thumbnail) }),
      })
    return {
      message,
      platforms: [who.platform],
      media,
      ...(comments && { comments_under_post: comments }),
      ...(options && { platform_options: options }),
    }
  }

  /** The cases of a platform share an account, a text and a time. */
  const aboutOthers = ['duplicate_content', 'same_minute']

  /** The findings of a validation of the post, and the response to the post itself. */
  async function answers(who: Newcomer, asked: PostCase) {
    const body = await bodyOf(who, asked)
    const checked = await who.ask('POST', '/post/validate', { body })
    const posted = await who.ask('POST', '/post', { body: { ...body, scheduled_at: inDays(30) } })
    const codesIn = (findings: readonly { code: string }[]) => [...new Set(findings.map(({ code }) => code))]
    const { error } = posted.body
    return {
      validate: checked.status === 200 ? codesIn(checked.body.data.findings) : [checked.body.error.code],
      post: posted.status === 422 ? codesIn(error.details) : error ? [error.code] : [],
      warnings: [checked, posted].map(({ body }) =>
        codesIn(body.data?.warnings ?? body.warnings ?? []).filter((code) => !aboutOthers.includes(code)),
      ),
    }
  }

  for (const { platform, rule, takes, refuses = [], warns = [], code, by = '' } of rules)
    test(`${platform}: ${rule}`, async () => {
      const who = people.get(nameOf(platform, by))
      assert.ok(who)
      for (const asked of [...takes, ...warns]) {
        const { validate, post, warnings } = await answers(who, asked)
        assert.deepEqual([validate, post], [[], []])
        if (warns.includes(asked)) assert.deepEqual(warnings, [[code], [code]])
      }
      for (const asked of refuses) {
        const { validate, post } = await answers(who, asked)
        assert.deepEqual([validate, post], [[code], [code]])
      }
    })

  test('x: the account is checked for each video beyond the standard limits', async () => {
    const who = people.get(nameOf('x', ''))
    assert.ok(who)
    const long = { files: video({ seconds: 30 * minuteInSeconds }) }
    const asked = async () =>
      (await bench.simulated.requests('x')).filter(({ path }) => path.endsWith('/2/users/me')).length
    const before = await asked()
    const { validate, post } = await answers(who, long)
    assert.deepEqual([validate, post], [['media_too_long'], ['media_too_long']])
    assert.equal((await asked()) - before, 2)
  })
})

const nameOf = (platform: string, by: string): string => `${platform} ${by}`
