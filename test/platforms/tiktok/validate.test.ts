import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tiktok } from '../../../src/platforms/tiktok/index.ts'
import { content, media } from '../../harness/content.ts'

const video = media({ contentType: 'video/mp4', seconds: 10 })
const photo = media({ contentType: 'image/jpeg' })
const known = { remoteId: 'open-id', username: 'ada', eligible: false, pageId: null }

describe('a direct post without a privacy level', () => {
  const wanted = content({ postType: 'video', media: [video] })

  for (const [accountType, without] of [
    ['public', 'FOLLOWER_OF_CREATOR'],
    ['private', 'PUBLIC_TO_EVERYONE'],
  ] as const)
    test(`lists the levels that a ${accountType} account can use`, () => {
      const [finding, ...others] = tiktok.validate(wanted, 'message', { ...known, accountType })
      assert.deepEqual(others, [])
      assert.equal(finding?.code, 'privacy_level_required')
      const allowed = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY']
      assert.deepEqual(
        finding.allowed,
        allowed.filter((level) => level !== without),
      )
    })

  test('lists all levels if no account is connected', () => {
    const [finding] = tiktok.validate(wanted, 'message', null)
    assert.equal(Array.isArray(finding?.allowed) && finding.allowed.length, 4)
  })
})

describe('TikTok fetches', () => {
  test('photos always, and a video only if the post asks for it', () => {
    const fetches = (postType: string, options: object) =>
      tiktok.fetches(content({ postType, media: [postType === 'photo' ? photo : video], options: { ...options } }))
        .length
    assert.deepEqual(
      [fetches('photo', {}), fetches('video', { source: 'PULL_FROM_URL' }), fetches('video', {})],
      [1, 1, 0],
    )
  })
})
