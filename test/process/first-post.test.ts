import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { firstPost } from '../../src/commands/roles.ts'
import { createClient } from '../harness/client.ts'
import { makePlace, type Place } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { ownerKey } from '../harness/instance.ts'
import { freePort, type Running, startProcess } from '../harness/process.ts'

let place: Place
let running: Running
before(async () => {
  place = await makePlace('sqlite')
  running = await startProcess('start', {
    ...place.env,
    POLYPOST_SANDBOX: 'on',
    POLYPOST_SANDBOX_PORT: String(await freePort()),
    POLYPOST_TIME_SCALE: '20',
  })
})
after(async () => {
  await running.end('SIGTERM')
  await place.remove()
})

/** Path and body of each curl command in the README. */
async function commands() {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  return [...readme.matchAll(/^curl http:\/\/127\.0\.0\.1:4000\/api\/v1(\S+) .*?-d '(\{.*?\})'$/gms)].map(
    ([, path = '', body = '']) => ({ path, body: JSON.parse(body) }),
  )
}

test('the first two commands of the README connect and publish to all platforms at once, and all succeed', async () => {
  const [connect, publish] = await commands()
  assert.ok(connect && publish)
  assert.deepEqual([connect.path, publish.path], ['/connect', '/post'])
  const film = 'http://127.0.0.1:4000/media/sample.mp4'
  assert.deepEqual(publish.body, firstPost(film), 'a start prints the same command as the README')

  const ask = createClient(running.base, ownerKey)
  assert.equal((await ask('POST', connect.path, { body: connect.body })).status, 200)
  const body = { ...publish.body, media: [{ url: film.replace('http://127.0.0.1:4000', running.base) }] }
  const made = await ask('POST', publish.path, { body })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  assert.equal(made.body.jobs.length, 10)
  const post = await eventually('the post has ended', async () => {
    const { data } = (await ask('GET', `/posts/${made.body.post_id}`)).body
    return !['queued', 'processing'].includes(data.status) && data
  })
  assert.equal(post.status, 'successful', JSON.stringify(post.results))
})
