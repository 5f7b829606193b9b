import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Instance } from '../../harness/instance.ts'
import { startAccepting } from '../../harness/posts.ts'

let instance: Instance
before(async () => {
  instance = await startAccepting('sqlite')
})
after(() => instance.stop())

const check = async (platform: string, message: string) => {
  const user = await instance.newUser()
  const { status, body, text } = await user.ask('POST', '/comments/validate', { body: { platform, message } })
  assert.equal(status, 200, text)
  return body.data
}

test('a reply is counted as its platform counts it', async () => {
  assert.deepEqual(await check('bluesky', 'Gladly 👍🏽'), {
    ok: true,
    length: 8,
    limit: 300,
    unit: 'graphemes',
    findings: [],
  })
  // A link always counts 23 on X.
  const { length, limit, unit } = await check('twitter', 'https://example.com/a/very/long/way/to/the/shop')
  assert.deepEqual([length, limit, unit], [23, 280, 'weighted'])
})

test('what the platform would refuse is a finding: too much text, and none', async () => {
  const long = await check('bluesky', 'a'.repeat(301))
  assert.equal(long.ok, false)
  assert.deepEqual(
    long.findings.map(({ code, limit, actual }: Record<string, unknown>) => [code, limit, actual]),
    [['text_too_long', 300, 301]],
  )
  for (const message of ['', '\u200b '])
    assert.deepEqual(
      (await check('x', message)).findings.map(({ code }: { code: string }) => code),
      ['text_required'],
    )
})
