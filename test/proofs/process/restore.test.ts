import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { firstPost } from '../../../src/commands/actions/first-post.ts'
import type { DatabaseKind } from '../../../src/store/engine/database.ts'
import { type Client, createClient } from '../../harness/client.ts'
import { databaseKinds } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { ownerKey } from '../../harness/instance.ts'
import { freePort } from '../../harness/process.ts'
import { type Stage, setStage } from '../../harness/stage.ts'
import { tested, testedNames } from '../../platforms/index.ts'

const run = promisify(execFile)

/** The commands of the page, in its order, for one database. */
async function commandsOf(kind: DatabaseKind): Promise<{ copy: string; restore: string; release: string[][] }> {
  const page = await readFile(new URL('../../../docs/operate/backup.md', import.meta.url), 'utf8')
  const title = kind === 'sqlite' ? '## The embedded database' : '## PostgreSQL'
  const section = page.slice(page.indexOf(title)).split(/\n## /)[kind === 'sqlite' ? 0 : 0] ?? ''
  const lines = [...section.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n'))
  const [copy = '', restore = '', start, ...release] = lines
  assert.equal(start, 'npm start')
  assert.equal(release.length, 2)
  return { copy, restore, release: release.map(ours) }
}

/** The arguments of a command of ours. */
const ours = (line: string): string[] => line.replace('npm run polypost -- ', '').split(' ')

/** Runs a line of the page with the paths of the test. */
async function follow(
  { data: instanceData, run: polypost }: Stage,
  line: string,
  env: Readonly<Record<string, string>>,
) {
  const backups = join(instanceData.directory, 'backups')
  if (!line.startsWith('npm run polypost -- ')) {
    const command = line.replace('/backups/polypost.dump', '"$BACKUPS"/polypost.dump')
    await run('sh', ['-c', command], { env: { PATH: process.env.PATH, BACKUPS: backups, ...instanceData.env } })
    return
  }
  const [newest = ''] = (await readdir(backups)).sort()
  const { code, output } = await polypost(
    ours(line).map((part) => part.replace('/backups', backups).replace(/\d{4}-\d\d-\d\dT[\dZ-]+/, newest)),
    env,
  )
  assert.equal(code, 0, output)
}

/** Some packages of PostgreSQL have a server alone; then a database is copied by the server. */
async function copyByServer(url: string, from: string, to: string): Promise<void> {
  const server = new URL(url)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  try {
    await client.query(`drop database if exists ${to} with (force)`)
    await client.query(`create database ${to} template ${from}`)
  } finally {
    await client.end()
  }
}

const hasPgDump = await run('pg_dump', ['--version']).then(
  () => true,
  () => false,
)

interface Shown {
  readonly id: string
  readonly text: string
  readonly reply_to: string | null
}

const names = firstPost('').platforms

/** How often each platform shows a text. */
async function shown(sandbox: string, word: string): Promise<Record<string, number>> {
  const counts = await Promise.all(
    names.map(async (name) => {
      const { posts } = (await (await fetch(`${sandbox}/__sandbox/${name}/posts`)).json()) as { posts: Shown[] }
      return [name, posts.filter(({ text, reply_to }) => reply_to === null && text.includes(word)).length] as const
    }),
  )
  return Object.fromEntries(counts)
}

const once = Object.fromEntries(names.map((name) => [name, 1]))
const never = Object.fromEntries(names.map((name) => [name, 0]))

/** A post to all platforms in which every platform shows the word. */
function postOf(film: string, word: string, more: object = {}) {
  const { platform_options, ...post } = firstPost(film)
  return {
    ...post,
    message: `${word} is here`,
    platform_options: { ...platform_options, youtube: { ...platform_options.youtube, title: `${word} is here` } },
    ...more,
  }
}

async function publish(ask: Client, body: object): Promise<number> {
  const made = await ask('POST', '/post', { body })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  return made.body.post_id
}

const readPost = async (ask: Client, id: number) => (await ask('GET', `/posts/${id}`)).body.data

const ended = (ask: Client, id: number, statuses: readonly string[]) =>
  eventually(`post ${id} has ended`, async () => {
    const post = await readPost(ask, id)
    return statuses.includes(post.status) && post
  })

for (const kind of databaseKinds)
  test(`on ${kind}, a restored service publishes nothing again: it is held, and after the release the platforms are asked`, async (t) => {
    const stage = await setStage(t, kind)
    await mkdir(join(stage.data.directory, 'backups'))
    const page = await commandsOf(kind)
    const sandboxPort = String(await freePort())
    const sandbox = `http://127.0.0.1:${sandboxPort}`
    const env = {
      PORT: String(await freePort()),
      POLYPOST_SANDBOX: 'on',
      POLYPOST_SANDBOX_PORT: sandboxPort,
      POLYPOST_TIME_SCALE: '60',
      POLYPOST_READ_METRICS: 'none',
      POLYPOST_READ_COMMENTS: 'none',
      POLYPOST_RATE_LIMITS: '100000,100000,100000,100000',
    }
    const first = await stage.start('start', env)
    const ask = createClient(first.base, ownerKey)
    const film = `${first.base}/media/sample.mp4`
    assert.equal((await ask('POST', '/connect', { body: { platform: 'all', environment: 'sandbox' } })).status, 200)
    const early = await publish(ask, postOf(film, 'Early'))
    await ended(ask, early, ['successful'])

    // It is in the copy as queued, and published after it.
    const soon = new Date(Date.now() + 20_000).toISOString()
    const lost = await publish(ask, postOf(film, 'Between', { scheduled_at: soon }))
    const later = await publish(
      ask,
      postOf(film, 'Later', { scheduled_at: new Date(Date.now() + 86_400_000).toISOString() }),
    )
    const database = new URL(stage.data.env.DATABASE_URL ?? 'postgres://none/none').pathname.slice(1)
    if (kind === 'sqlite' || hasPgDump) await follow(stage, page.copy, env)
    else await copyByServer(stage.data.env.DATABASE_URL ?? '', database, `${database}_copy`)
    await ended(ask, lost, ['successful'])
    assert.deepEqual(await shown(sandbox, 'Between'), once)
    await first.end('SIGKILL')

    if (kind === 'sqlite' || hasPgDump) await follow(stage, page.restore, env)
    else await copyByServer(stage.data.env.DATABASE_URL ?? '', `${database}_copy`, database)
    await stage.start('start', env)
    const { held } = (await (await fetch(`${first.base}/readyz`)).json()) as { held: { message: string } }
    assert.match(held.message, /release/)
    const during = await publish(ask, postOf(film, 'During'))
    const cancelled = await ask('POST', `/jobs/${(await readPost(ask, lost)).jobs[0].jobId}/cancel`)
    assert.equal(cancelled.status, 409)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    assert.equal((await readPost(ask, lost)).status, 'queued')
    assert.equal((await readPost(ask, during)).status, 'queued')
    assert.deepEqual(await shown(sandbox, 'During'), never)

    const [show = [], release = []] = page.release
    const looked = await stage.run(show, env)
    assert.equal(looked.code, 0, looked.output)
    assert.match(looked.output, new RegExp(`${names.length} jobs were due`))
    assert.equal((await stage.run(release, env)).code, 0)
    const jobs = await eventually('every doubt is resolved', async () => {
      const { jobs } = await readPost(ask, lost)
      const statuses: string[] = jobs.map((job: { status: string }) => job.status)
      return statuses.every((status) => ['completed', 'action_required'].includes(status)) && jobs
    })
    const found = jobs.filter((job: { status: string }) => job.status === 'completed')
    assert.deepEqual(
      found.map((job: { platform: string }) => job.platform).sort(),
      testedNames.filter((name) => tested[name].afterLoss === 'found').sort(),
    )
    await eventually('the post of the hold has ended', async () => {
      const { jobs } = await readPost(ask, during)
      return jobs.every((job: { status: string }) => ['completed', 'failed'].includes(job.status))
    })
    assert.deepEqual(await shown(sandbox, 'Early'), once)
    assert.deepEqual(await shown(sandbox, 'Between'), once)
    assert.equal((await readPost(ask, later)).status, 'scheduled')
    for (const [name, count] of Object.entries(await shown(sandbox, 'During'))) assert.ok(count <= 1, name)
    const ready = (await (await fetch(`${first.base}/readyz`)).json()) as object
    assert.equal('held' in ready, false)
  })
