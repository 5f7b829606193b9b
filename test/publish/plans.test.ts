import assert from 'node:assert/strict'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { isAtRest, type PublishingInstance, startPublishing } from '../harness/publishing.ts'

/** Tables that grow with every post or account. */
const growing = [
  ...['posts', 'jobs', 'steps', 'events', 'deliveries', 'measured_posts', 'watched_posts', 'status_log'],
  ...['profiles', 'accounts', 'lanes', 'measured_accounts'],
  ...['comments', 'auto_replies', 'replies', 'drafts', 'draft_media', 'draft_labels'],
  ...['post_totals', 'post_totals_past', 'metric_reads', 'media', 'post_media', 'post_labels', 'audit', 'model_usage'],
  ...['users', 'api_keys', 'labels', 'slots', 'profile_settings', 'audience_counts'],
]
/** These indexes contain only what is left to do: changes without a position, and images without a small picture. */
const readsAll = new RegExp(`^SCAN (?:${growing.join('|')})\\b(?! USING INDEX (?:status_log_new|media_without_small)$)`)
/** Begins with the first row, and ends after some. */
const readsSome = /^select (?:(?!where).)+ order by "id" limit \?$/
/** Runs every few seconds, whatever the number of jobs. */
const readsPauses = /^select "key", "paused_until" from "lanes"/

/** How SQLite found the rows of each statement: it plans with the values of the first time. */
const plans = new Map<string, readonly string[]>()

const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (text) {
  const statement = prepare.call(this, text)
  // Plans that were noted before belong to a migration.
  if (/^\s*(?:create|alter|drop)\b/i.test(text)) plans.clear()
  // Another file of tests in this process may ask for plans itself.
  if (/^\s*explain\b/i.test(text) || !/\bselect\b|^\s*(?:update|delete)\b/i.test(text)) return statement
  const explain = prepare.call(this, `explain query plan ${text}`)
  for (const way of ['all', 'run', 'iterate'] as const) {
    const execute: (...values: SQLInputValue[]) => unknown = statement[way].bind(statement)
    Object.defineProperty(statement, way, {
      value: (...values: SQLInputValue[]) => {
        if (!plans.has(text))
          plans.set(
            text,
            explain.all(...values).map(({ detail }) => String(detail)),
          )
        return execute(...values)
      },
    })
  }
  return statement
}

const slow = () =>
  [...plans].filter(
    ([text, plan]) => !readsSome.test(text) && !readsPauses.test(text) && plan.some((line) => readsAll.test(line)),
  )

interface Parameter {
  readonly in: string
  readonly name: string
  readonly schema: { readonly enum?: readonly string[] }
}

/** A parameter that several operations have stands once. */
type Named = Parameter | { readonly $ref: string }

let bench: PublishingInstance
before(async () => {
  bench = await startPublishing('sqlite')
  // A migration may read whole tables.
  plans.clear()
})
after(() => bench.stop())

test('no statement between the request of a post and its end reads a table from one end to the other', async () => {
  const who = await bench.newcomer('x', 'planned')
  const { jobIds } = await who.post({ message: 'Found by its key.' })
  const [jobId = 0] = jobIds
  assert.equal((await bench.until('it is at rest', jobId, isAtRest)).status, 'completed')
  assert.ok([...plans.keys()].some((text) => text.includes('insert into steps')))
  assert.deepEqual(slow(), [])
})

test('no statement that disconnects an account or deletes a profile reads a table from one end to the other', async () => {
  const who = await bench.newcomer('x', 'leaving')
  const { body: made } = await who.ask('POST', '/profiles', { body: { name: 'Second' } })
  assert.equal((await who.ask('POST', '/disconnect', { body: { platform: 'x' } })).status, 200)
  assert.equal((await who.ask('DELETE', `/profiles/${made.data.profile_id}`)).status, 200)
  assert.ok([...plans.keys()].some((text) => text.includes('delete from "drafts"')))
  assert.deepEqual(slow(), [])
})

test('no reading operation, with any one of its filters, reads a table from one end to the other', async () => {
  const who = await bench.newcomer('x', 'reading')
  const { jobIds } = await who.post({ message: 'Found by its key.' })
  await bench.until('it is at rest', jobIds[0] ?? 0, isAtRest)
  const { body: description } = await who.ask('GET', '/openapi.json')
  const parameterOf = (one: Named): Parameter =>
    '$ref' in one ? description.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one
  plans.clear()
  const paths: [string, { get?: { parameters?: Named[] } }][] = Object.entries(description.paths)
  for (const [path, { get }] of paths) {
    if (!get || path.endsWith('/stream')) continue
    const address = path.replace('/api/v1', '').replace('{id}', String(jobIds[0])).replace('{platform}', 'x')
    await who.ask('GET', address)
    for (const { in: place, name, schema } of (get.parameters ?? []).map(parameterOf))
      for (const value of schema.enum ?? ['1'])
        if (place === 'query') await who.ask('GET', `${address}?${name}=${value}`)
  }
  for (const table of ['posts', 'jobs', 'drafts', 'comments', 'events', 'deliveries', 'auto_replies', 'post_totals'])
    assert.ok(
      [...plans.keys()].some((text) => text.includes(`from "${table}"`)),
      `${table} was not read`,
    )
  assert.deepEqual(slow(), [])
})

test('a page of analytics finds its posts by their keys, not among all posts of the profile', async () => {
  const who = await bench.newcomer('x', 'measured')
  const { jobIds } = await who.post({ message: 'Found by its key.' })
  await bench.until('it is at rest', jobIds[0] ?? 0, isAtRest)
  plans.clear()
  const { body } = await who.ask('GET', '/analytics/posts')
  assert.equal(body.data.groups.length, 1)
  const [pages = []] = [...plans].filter(([text]) => text.includes('then_so')).map(([, plan]) => plan)
  assert.ok(pages.includes('SEARCH post_totals USING INTEGER PRIMARY KEY (rowid=?)'), pages.join('\n'))
})
