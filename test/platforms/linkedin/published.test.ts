import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linkedin } from '../../../src/platforms/linkedin/index.ts'
import { profileUrl } from '../../../src/platforms/linkedin/published.ts'
import { page, person } from './scripted.ts'

const author = { hosts: linkedin.live.hosts, account: { remoteId: page, username: 'acme' } }

describe('the URL of a post contains its URN', () => {
  const number = '7391234567890123456'
  const cases = [
    [`https://www.linkedin.com/feed/update/urn:li:share:${number}/`, `urn:li:share:${number}`],
    [`https://www.linkedin.com/feed/update/urn%3Ali%3AugcPost%3A${number}`, `urn:li:ugcPost:${number}`],
    [`https://linkedin.com/feed/update/urn:li:activity:${number}?utm_source=share`, `urn:li:activity:${number}`],
    [`https://www.linkedin.com/posts/acme_big-news-activity-${number}-aB3d`, `urn:li:activity:${number}`],
    [`https://www.linkedin.com/posts/ada-lovelace_share-${number}-x_Y9/`, `urn:li:share:${number}`],
  ] as const
  for (const [url, id] of cases)
    test(url, () =>
      assert.deepEqual(linkedin.readPostUrl(url, author), {
        id,
        url: `https://www.linkedin.com/feed/update/${id}/`,
      }),
    )

  for (const url of [
    'https://www.linkedin.com/company/acme/',
    'https://www.linkedin.com/feed/update/urn:li:comment:1/',
    `https://linkedin.example/feed/update/urn:li:share:${number}/`,
    'https://www.linkedin.com/pulse/big-news-ada',
  ])
    test(`${url} is not the URL of a post`, () => {
      const finding = linkedin.readPostUrl(url, author)
      assert.equal('code' in finding && finding.code, 'wrong_url')
    })
})

test('people are sent to the list of the account’s posts', () => {
  const { hosts } = author
  assert.equal(profileUrl(author), 'https://www.linkedin.com/company/9/posts/')
  const of = (username: string | null) => profileUrl({ hosts, account: { remoteId: person, username } })
  assert.equal(of('ada'), 'https://www.linkedin.com/in/ada/recent-activity/all/')
  assert.equal(of(null), 'https://www.linkedin.com/in/me/recent-activity/all/')
})
