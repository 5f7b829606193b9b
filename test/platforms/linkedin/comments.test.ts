import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linkedin } from '../../../src/platforms/linkedin/index.ts'
import type { AccountContext } from '../../../src/platforms/shared/context.ts'
import type { Script } from '../../harness/scripted.ts'
import { asPage, now, page, person, problem, scripted } from './scripted.ts'

const { actions, reply, readComments, readMetrics, readAudience } = linkedin.live
const { comment } = actions

const share = 'urn:li:share:7'
const activity = 'urn:li:activity:9'
const results = { post: { id: share } }
const input = { text: 'First. (1)', earlier: [], plannedAt: now }
const post = { id: share, url: null, postType: 'post', result: { id: share } }
const encodedShare = 'urn%3Ali%3Ashare%3A7'

const urnOf = (number: string) => `urn:li:comment:(${activity},${number})`
const listed = (number: string, more: object = {}) => ({
  id: number,
  commentUrn: urnOf(number),
  actor: person,
  object: activity,
  message: { text: `Comment ${number}`, attributes: [] },
  created: { time: now + Number(number), actor: person },
  ...more,
})
const list = (...elements: readonly object[]) => ({ body: { elements, paging: { start: 0, count: 100, links: [] } } })

describe('a comment under a post', () => {
  test('is plain text, by the account, and known by the URN that LinkedIn returns', async () => {
    const { context, asked } = await scripted(() => ({ status: 201, body: listed('11', { actor: page }) }))
    const outcome = await comment.perform(input, context({ ...asPage(), results }))
    assert.deepEqual(outcome, {
      type: 'done',
      result: { id: urnOf('11') },
      published: { id: urnOf('11'), url: null },
    })
    assert.equal(asked[0]?.call, `POST /api/rest/socialActions/${encodedShare}/comments`)
    assert.deepEqual(JSON.parse(asked[0]?.body.toString() ?? ''), {
      actor: page,
      object: share,
      message: { text: 'First. (1)' },
    })
  })

  test('may be identified in the header only', async () => {
    const { context } = await scripted(() => ({ status: 201, headers: { 'x-restli-id': '11' } }))
    const outcome = await comment.perform(input, context({ results }))
    assert.equal(outcome.type === 'done' && outcome.published?.id, `urn:li:comment:(${share},11)`)
  })

  test('without an ID in the response is in doubt', async () => {
    const { context } = await scripted(() => ({ status: 201 }))
    await assert.rejects(comment.perform(input, context({ results })))
  })

  test('under a post that LinkedIn does not know yet is retried six times', async () => {
    const { context, saved } = await scripted(() => ({ status: 404, body: problem('NOT_FOUND') }))
    const told = async (times: number) => (await comment.perform(input, context({ results, saved: { times } }))).type
    assert.equal((await comment.perform(input, context({ results }))).type, 'wait')
    assert.deepEqual(saved, [{ times: 1 }])
    assert.deepEqual([await told(5), await told(6)], ['wait', 'rejected'])
  })

  describe('whose response was lost', () => {
    const doubt = comment.doubt ?? assert.fail()
    const reconcile = async (script: Script, given: object, wanted: object = {}) => {
      const { context, asked } = await scripted(script)
      const found = await doubt.reconcile({ ...input, ...wanted }, context({ results, ...given }))
      return { found, asked }
    }

    test('is found among those under the post', async () => {
      const mine = listed('11', { actor: page, message: { text: 'First. (1)' } })
      const { found } = await reconcile(() => list(listed('10'), mine), asPage())
      assert.equal(found.type === 'found' && found.published?.id, urnOf('11'))
    })

    test('is not confused with comments of others, of earlier days, or with known ones', async () => {
      const same = { actor: page, message: { text: 'First. (1)' } }
      const others = list(
        listed('10', { message: { text: 'First. (1)' } }),
        listed('11', { ...same, created: { time: now - 600_000 } }),
        listed('12', same),
      )
      const { found } = await reconcile(
        () => others,
        { ...asPage(), results: { ...results, 'comment-1': { id: urnOf('12') } } },
        { earlier: ['comment-1'] },
      )
      assert.deepEqual(found, { type: 'absent' })
    })

    test('is never sent again, and not searched if the app may not read comments', async () => {
      assert.equal(doubt.repeatable(input), false)
      const { found, asked } = await reconcile(() => list(), {})
      assert.deepEqual([found, asked], [{ type: 'absent' }, []])
    })
  })
})

describe('LinkedIn’s refusals of a comment', () => {
  const asked = { post, commentId: urnOf('11'), message: 'Thanks.', since: now, others: [] }
  test('do not affect the account or its posts', async () => {
    const forbidden = await scripted(() => ({ status: 403, body: { code: 'ACCESS_DENIED', message: 'No.' } }))
    const refused = await reply.send(asked, forbidden.context())
    assert.ok(refused.type === 'rejected' && refused.error === 'permission_missing')
    assert.match(refused.message, /w_member_social_feed.*Community Management API.*LINKEDIN_SCOPES.*“No\.”/)
    const words = 'Resource level throttle APPLICATION_AND_MEMBER DAY limit for calls to this resource is reached.'
    const limited = await scripted(() => ({ status: 429, body: { message: words } }))
    const later = await reply.send(asked, limited.context())
    assert.ok(later.type === 'retry' && !later.wholeAccount)
  })
})

describe('a reply to a comment', () => {
  const asked = { post, commentId: urnOf('11'), message: 'Thanks.', since: now, others: [] }

  test('is sent as the Page, under the comment', async () => {
    const server = await scripted(({ call }) =>
      call.startsWith('GET') ? { body: listed('11') } : { status: 201, body: listed('12') },
    )
    const sent = await reply.send(asked, server.context(asPage()))
    assert.equal(sent.type === 'done' && sent.published?.id, urnOf('12'))
    const [, posted] = server.asked
    assert.equal(
      posted?.call,
      'POST /api/rest/socialActions/urn%3Ali%3Acomment%3A%28urn%3Ali%3Aactivity%3A9%2C11%29/comments',
    )
    assert.deepEqual(JSON.parse(posted?.body.toString() ?? ''), {
      actor: page,
      object: activity,
      parentComment: urnOf('11'),
      message: { text: 'Thanks.' },
    })
  })

  test('to a reply is placed under the parent comment of both', async () => {
    const server = await scripted(({ call }) =>
      call.startsWith('GET')
        ? { body: listed('11', { parentComment: urnOf('10') }) }
        : { status: 201, body: listed('12') },
    )
    await reply.send(asked, server.context(asPage()))
    assert.equal(JSON.parse(server.asked[1]?.body.toString() ?? '').parentComment, urnOf('10'))
  })

  test('by an app that may not read comments is placed under the named one', async () => {
    const server = await scripted(() => ({ status: 201, body: listed('12') }))
    const sent = await reply.send(asked, server.context())
    assert.deepEqual([sent.type, server.asked.length], ['done', 1])
    assert.equal(JSON.parse(server.asked[0]?.body.toString() ?? '').actor, person)
  })

  test('whose response is lost is searched among the replies', async () => {
    const server = await scripted(({ path }) =>
      path.endsWith('/11') ? { body: listed('11') } : list(listed('12', { actor: page, message: { text: 'Thanks.' } })),
    )
    const found = await reply.find(asked, server.context(asPage()))
    assert.equal(found.type === 'found' && found.published?.id, urnOf('12'))
    assert.equal((await reply.find({ ...asked, message: 'Else' }, server.context(asPage()))).type, 'absent')
    assert.equal((await reply.find({ ...asked, others: [urnOf('12')] }, server.context(asPage()))).type, 'absent')
    assert.equal((await reply.find(asked, server.context())).type, 'cannot_tell', 'a person’s comments can’t be read')
  })

  test('to an invalid comment ID is refused, and nothing is sent', async () => {
    const server = await scripted(() => assert.fail('nothing is asked'))
    const sent = await reply.send({ ...asked, commentId: '11' }, server.context(asPage()))
    assert.equal(sent.type === 'rejected' && sent.error, 'platform_rejected')
  })
})

describe('comments', () => {
  test('of a Page are read with their replies, newest first, and page by page', async () => {
    const server = await scripted(({ path }) =>
      path.includes('comment%3A')
        ? list(listed('30', { actor: page, parentComment: urnOf('10') }))
        : list(
            listed('10', { commentsSummary: { totalFirstLevelComments: 1 }, likesSummary: { totalLikes: 2 } }),
            listed('20', {
              commentsSummary: { totalFirstLevelComments: 0 },
              'actor~': { localizedFirstName: 'Ada', localizedLastName: 'Lovelace' },
            }),
          ),
    )
    const read = async (cursor: string | null) => {
      const found = await readComments({ post, limit: 2, cursor }, server.context(asPage()))
      return found.type === 'read' ? found.value : assert.fail(found.type)
    }
    const first = await read(null)
    assert.deepEqual(
      first.comments.map(({ id, parentId, author, isOwn, canReply, likeCount, replyCount }) => [
        id,
        parentId,
        author.id,
        author.name,
        isOwn,
        canReply,
        likeCount,
        replyCount,
      ]),
      [
        [urnOf('30'), urnOf('10'), page, null, true, false, null, null],
        [urnOf('20'), null, person, 'Ada Lovelace', false, true, null, 0],
      ],
    )
    const second = await read(first.next)
    assert.deepEqual([second.comments.map(({ id }) => id), second.next], [[urnOf('10')], null])
  })

  test('could not be read when one of them had no author; it is shown without one', async () => {
    const unanswered = { commentsSummary: { totalFirstLevelComments: 0 } }
    const nameless = listed('20', { ...unanswered, actor: undefined })
    const server = await scripted(() => list(listed('10', unanswered), nameless))
    const found = await readComments({ post, limit: 10, cursor: null }, server.context(asPage()))
    assert.ok(found.type === 'read')
    assert.deepEqual(
      found.value.comments.map(({ author, isOwn }) => [author.id, author.profileUrl, isOwn]),
      [
        [null, null, false],
        [person, null, false],
      ],
    )
  })

  test('were shown twice when another one arrived between two pages', async () => {
    const unanswered = { commentsSummary: { totalFirstLevelComments: 0 } }
    const there = ['10', '20', '30']
    const server = await scripted(() => list(...there.map((id) => listed(id, unanswered))))
    const read = async (cursor: string | null) => {
      const found = await readComments({ post, limit: 2, cursor }, server.context(asPage()))
      return found.type === 'read' ? found.value : assert.fail(found.type)
    }
    const first = await read(null)
    there.push('40')
    const second = await read(first.next)
    assert.deepEqual(
      [...first.comments, ...second.comments].map(({ id }) => id),
      ['30', '20', '10'].map(urnOf),
    )
  })

  test('beyond one response of LinkedIn are read too', async () => {
    const unanswered = { commentsSummary: { totalFirstLevelComments: 0 } }
    const links = [{ rel: 'next', href: 'x' }]
    const server = await scripted(({ query }) =>
      query.start === '0'
        ? { body: { elements: [listed('10', unanswered)], paging: { start: 0, count: 100, links } } }
        : list(listed('20', unanswered)),
    )
    const found = await readComments({ post, limit: 10, cursor: null }, server.context(asPage()))
    assert.equal(found.type === 'read' && found.value.comments.length, 2)
  })
})

describe('that an app may not read are refused without a request', () => {
  const reads = [
    ['comments', (context: AccountContext) => readComments({ post, limit: 5, cursor: null }, context)],
    ['metrics', (context: AccountContext) => readMetrics.read([post], context)],
    ['followers', readAudience],
  ] as const

  for (const [what, read] of reads) {
    test(`the ${what} of a person, with a self-serve app: a new login would not help`, async () => {
      const { context, asked } = await scripted(() => assert.fail('nothing is asked'))
      const found = await read(context())
      assert.ok(found.type === 'rejected' && found.error === 'permission_missing')
      assert.match(found.message, /This instance does not request r_member_.* the operator adds it to LINKEDIN_SCOPES/)
      assert.deepEqual(asked, [])
    })

    test(`the ${what} of a Page whose login lacks the permission: a new login helps`, async () => {
      const { context } = await scripted(() => assert.fail('nothing is asked'))
      const lacking = ['r_organization_social', 'r_organization_social_feed', 'rw_organization_admin']
      const found = await read(context(asPage(...lacking)))
      assert.ok(found.type === 'reconnect' && found.error === 'permission_missing')
      assert.match(found.message, /Connect the account again/)
    })
  }
})

describe('metrics', () => {
  test('of a Page’s posts are read by their kinds, and missing counts are zero', async () => {
    const { context, asked } = await scripted(({ query }) =>
      query.shares
        ? {
            body: {
              elements: [
                {
                  share: share,
                  totalShareStatistics: {
                    impressionCount: 100,
                    uniqueImpressionsCount: 60,
                    clickCount: 5,
                    likeCount: 4,
                    commentCount: 3,
                    shareCount: 2,
                  },
                },
              ],
            },
          }
        : { body: { elements: [] } },
    )
    const video = { ...post, id: 'urn:li:ugcPost:8' }
    const found = await readMetrics.read([post, video], context(asPage()))
    assert.ok(found.type === 'read')
    assert.deepEqual(found.value.get(share), {
      views: null,
      impressions: 100,
      reach: 60,
      likes: 4,
      comments: 3,
      shares: 2,
      saves: null,
      clicks: 5,
      engagement: 14,
    })
    assert.deepEqual([found.value.get(video.id)?.impressions, found.value.get(video.id)?.engagement], [0, 0])
    assert.deepEqual(
      asked.map(({ query }) => [query.organizationalEntity, query.shares ?? query.ugcPosts]),
      [
        [page, `List(${share})`],
        [page, 'List(urn:li:ugcPost:8)'],
      ],
    )
  })

  const byPerson = {
    credentials: {
      ...asPage().credentials,
      scopes: ['w_member_social', 'r_member_postAnalytics', 'r_member_profileAnalytics'],
    },
  }

  test('of a person’s posts are read one by one, under the name that the operator sets', async () => {
    const { context, asked } = await scripted(({ query }) => ({
      body: { elements: [{ count: query.queryType === 'IMPRESSION' ? 50 : 2, metricType: query.queryType }] },
    }))
    const video = { ...post, id: 'urn:li:ugcPost:8' }
    const found = await readMetrics.read([video], context({ ...byPerson, settings: { analytics_key: 'ugcPost' } }))
    assert.ok(found.type === 'read')
    const { impressions, reach, likes, comments, shares, clicks } = found.value.get(video.id) ?? assert.fail()
    assert.deepEqual([impressions, reach, likes, comments, shares, clicks], [50, 2, 2, 2, 2, null])
    assert.equal(asked[0]?.query.entity, '(ugcPost:urn:li:ugcPost:8)')
  })

  test('of a deleted post are missing', async () => {
    const { context } = await scripted(() => ({ status: 404, body: problem('NOT_FOUND') }))
    const found = await readMetrics.read([post], context(byPerson))
    assert.deepEqual(found.type === 'read' && [...found.value.keys()], [])
  })

  test('of followers are those of a Page or of a person', async () => {
    const ofPage = await scripted(() => ({ body: { firstDegreeSize: 219 } }))
    assert.deepEqual(await readAudience(ofPage.context(asPage())), { type: 'read', value: { followers: 219 } })
    assert.equal(ofPage.asked[0]?.path, '/api/rest/networkSizes/urn%3Ali%3Aorganization%3A9')
    const ofPerson = await scripted(() => ({ body: { elements: [{ memberFollowersCount: 12 }] } }))
    assert.deepEqual(await readAudience(ofPerson.context(byPerson)), { type: 'read', value: { followers: 12 } })
  })

  test('that can’t be read now are read later', async () => {
    const { context } = await scripted(() => ({ status: 429, body: problem('TOO_MANY_REQUESTS') }))
    const found = await readMetrics.read([post], context(asPage()))
    assert.equal(found.type === 'retry' && found.error, 'rate_limited')
  })
})
