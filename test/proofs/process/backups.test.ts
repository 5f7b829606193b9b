import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { type Client, createClient } from '../../harness/client.ts'
import { eventually } from '../../harness/eventually.ts'
import { ownerKey } from '../../harness/instance.ts'
import { uploadNamed } from '../../harness/library.ts'
import { freePort } from '../../harness/process.ts'
import { startS3Server } from '../../harness/servers/s3-server.ts'
import { type Stage, setStage } from '../../harness/stage.ts'

const run = promisify(execFile)

/** Names of all files under a folder, by their paths in it. */
async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .sort()
}

const snapshotsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name !== 'media').sort()

const listed = async (folder: string, snapshot: string): Promise<string[]> =>
  (await readFile(join(folder, snapshot, 'files.txt'), 'utf8')).split('\n').filter((line) => line !== '')

interface Backed extends Stage {
  readonly ask: Client
  /** The folder of the backups. */
  readonly folder: string
  readonly media: string
  readonly upload: (name: string) => Promise<string>
  /** Makes a backup and returns its name. */
  readonly backup: (...args: string[]) => Promise<string>
}

/** A running instance on SQLite with a folder for its backups. */
async function setBacked(t: TestContext): Promise<Backed> {
  const stage = await setStage(t, 'sqlite')
  const { base } = await stage.start('start')
  const ask = createClient(base, ownerKey)
  const folder = join(stage.data.directory, 'backups')
  return {
    ...stage,
    ask,
    folder,
    media: join(stage.data.directory, 'media'),
    upload: async (name) => (await uploadNamed({ ask }, name)).id,
    backup: async (...args) => {
      const { code, output } = await stage.run(['backup', folder, ...args])
      assert.equal(code, 0, output)
      const [, path = ''] = /^The backup is in (.+)\.$/m.exec(output) ?? []
      return path.slice(folder.length + 1)
    },
  }
}

test('a backup has the database, the key and a list of its media, which all backups share, and nobody else can read', async (t) => {
  const { backup, folder, media, data: instanceData, upload } = await setBacked(t)
  await upload('one.png')
  const first = await backup()
  const second = await upload('two.png').then(() => backup())
  assert.deepEqual(await snapshotsIn(folder), [first, second])
  assert.deepEqual((await readdir(join(folder, second))).sort(), ['files.txt', 'polypost.db', 'secret.key'])
  assert.equal(
    await readFile(join(folder, second, 'secret.key'), 'utf8'),
    await readFile(join(instanceData.directory, 'secret.key'), 'utf8'),
  )
  assert.deepEqual([(await listed(folder, first)).length, (await listed(folder, second)).length], [1, 2])
  assert.deepEqual(await filesIn(join(folder, 'media')), await filesIn(media))
  for (const file of await filesIn(folder)) assert.equal((await stat(join(folder, file))).mode & 0o077, 0, file)
})

test('rotation keeps so many backups, and removes only the media that no kept backup names', async (t) => {
  const { ask, backup, folder, upload } = await setBacked(t)
  const [gone, shared] = [await upload('gone.png'), await upload('shared.png')]
  const names = [await backup('--keep', '2')]
  const removed = await ask('DELETE', `/media/${gone}`)
  assert.equal(removed.status, 200, removed.text)
  await writeFile(join(folder, 'media', 'files', 'of somebody else'), 'kept')
  names.push(await backup('--keep', '2'))
  await upload('late.png')
  assert.equal((await filesIn(join(folder, 'media'))).length, 3, 'the first one still needs the file that is gone')
  names.push(await backup('--keep', '2'))
  assert.deepEqual(await snapshotsIn(folder), names.slice(1))
  const needed = new Set([...(await listed(folder, names[1] ?? '')), ...(await listed(folder, names[2] ?? ''))])
  assert.equal(needed.size, 2)
  assert.deepEqual(await filesIn(join(folder, 'media')), [...needed, 'files/of somebody else'].sort())
  assert.equal((await ask('GET', `/media/${shared}`)).status, 200)
})

test('a killed backup never looks complete, and the next one removes it', async (t) => {
  const { backup, folder, run: polypost, upload } = await setBacked(t)
  for (const name of ['one.png', 'two.png', 'three.png']) await upload(name)
  for (const point of ['backup.database', 'backup.listed', 'backup.media#2']) {
    assert.equal((await polypost(['backup', folder], { CRASH_AT: point })).code, null, point)
    const [left = '', ...more] = await snapshotsIn(folder)
    assert.match(left, /\.partial$/, point)
    assert.deepEqual(more, [], 'the earlier one is not there any more')
    const complete = await backup()
    assert.deepEqual(await snapshotsIn(folder), [complete], point)
    assert.deepEqual(await filesIn(join(folder, 'media')), await listed(folder, complete), point)
    await rm(folder, { recursive: true })
  }
  // The backup that it was about to remove is removed by the next.
  const first = await backup()
  assert.equal((await polypost(['backup', folder, '--keep', '1'], { CRASH_AT: 'backup.named' })).code, null)
  assert.equal((await snapshotsIn(folder)).length, 2)
  const last = await backup('--keep', '1')
  assert.deepEqual(await snapshotsIn(folder), [last])
  assert.notEqual(first, last)
})

test('a restore puts back the database, the key and the media, and keeps what was there before', async (t) => {
  const stage = await setBacked(t)
  const { ask, backup, folder, media, data: instanceData, upload } = stage
  const id = await upload('one.png')
  assert.equal((await ask('POST', '/profiles', { body: { name: 'In the backup' } })).status, 200)
  const snapshot = await backup()
  assert.equal((await ask('DELETE', `/media/${id}`)).status, 200)
  await upload('later.png')
  const refused = await stage.run(['restore', join(folder, snapshot)])
  assert.match(refused.output, /Another Polypost is running/)
  const other = join(instanceData.directory, 'other')
  const moved = { POLYPOST_DATA_DIR: other }
  const second = await stage.start('start', moved)
  await uploadNamed({ ask: createClient(second.base, ownerKey) }, 'of the other.png')
  await second.end('SIGTERM')
  const before = {
    key: await readFile(join(other, 'secret.key'), 'utf8'),
    media: await filesIn(join(other, 'media')),
  }

  const { code, output } = await stage.run(['restore', join(folder, snapshot)], moved)
  assert.equal(code, 0, output)
  const kept = [...output.matchAll(/^What was there before is kept as (.+)\.$/gm)].map(([, path = '']) => path)
  assert.deepEqual(
    kept.map((path) => path.slice(other.length + 1).replace(/\d{4}-.+Z$/, '<time>')),
    ['polypost.db.before-restore-<time>', 'secret.key.before-<time>', 'media.before-restore-<time>'],
  )
  assert.equal(await readFile(kept[1] ?? '', 'utf8'), before.key)
  assert.deepEqual(await filesIn(kept[2] ?? ''), before.media)
  assert.deepEqual(await filesIn(join(other, 'media')), await listed(folder, snapshot))
  assert.notDeepEqual(await filesIn(join(other, 'media')), await filesIn(media))

  const restored = createClient((await stage.start('start', moved)).base, ownerKey)
  const { profiles } = (await restored('GET', '/profiles')).body.data
  assert.ok(profiles.some(({ name }: { name: string }) => name === 'In the backup'))
  const file = await restored('GET', `/media/${id}`)
  assert.equal(file.status, 200, file.text)
})

test('a restore that was killed is finished by the next, and its service publishes nothing in between', async (t) => {
  const stage = await setBacked(t)
  const { backup, folder, data: instanceData, upload } = stage
  await upload('one.png')
  await upload('two.png')
  const snapshot = join(folder, await backup())
  const moved = { POLYPOST_DATA_DIR: join(instanceData.directory, 'other') }
  assert.equal((await stage.run(['restore', snapshot], { ...moved, CRASH_AT: 'backup.media#2' })).code, null)
  const between = await stage.start('start', moved)
  assert.ok('held' in ((await (await fetch(`${between.base}/readyz`)).json()) as object))
  await between.end('SIGTERM')
  const { code, output } = await stage.run(['restore', snapshot], moved)
  assert.equal(code, 0, output)
  assert.deepEqual(
    await filesIn(join(moved.POLYPOST_DATA_DIR, 'media')),
    await listed(folder, snapshot.slice(folder.length + 1)),
  )
})

test('a backup without its key says where the key is, and is not restored before the key is there', async (t) => {
  const stage = await setBacked(t)
  const { backup, folder, data: instanceData } = stage
  const made = await stage.run(['backup', folder, '--without-key'])
  assert.match(made.output, /The backup has no key: keep .+secret\.key in another place/)
  const [snapshot = ''] = await snapshotsIn(folder)
  assert.deepEqual((await readdir(join(folder, snapshot))).sort(), ['files.txt', 'polypost.db'])
  const empty = join(instanceData.directory, 'empty')
  await mkdir(empty)
  const refused = await stage.run(['restore', join(folder, snapshot)], { POLYPOST_DATA_DIR: empty })
  assert.equal(refused.code, 1)
  assert.match(refused.output, /made without its key\. Put its secret\.key into .+ first; nothing was changed/)
  assert.deepEqual(await filesIn(empty), ['polypost.lock'])
  await writeFile(join(empty, 'secret.key'), await readFile(join(instanceData.directory, 'secret.key')))
  const { code, output } = await stage.run(['restore', join(folder, snapshot)], { POLYPOST_DATA_DIR: empty })
  assert.equal(code, 0, output)

  await backup()
  const several = await stage.run(['restore', folder], { POLYPOST_DATA_DIR: empty })
  assert.match(several.output, /has several backups\. Name one of them/)
})

test('a folder of the instance itself, a file, and a place that cannot be written are refused in one sentence', async (t) => {
  const { folder, media, data: instanceData, run: polypost, upload } = await setBacked(t)
  await upload('one.png')
  const file = join(instanceData.directory, 'precious')
  await writeFile(file, 'not to be lost')
  await symlink(instanceData.directory, join(instanceData.directory, 'link'))
  const before = await filesIn(media)
  for (const [target, sentence] of [
    [instanceData.directory, /belongs to the instance itself/],
    [join(instanceData.directory, 'link'), /belongs to the instance itself/],
    [media, /belongs to the instance itself/],
    [file, /precious already exists and is a file/],
    [join(file, 'below'), /can’t be written/],
  ] as const) {
    const { code, output } = await polypost(['backup', target])
    assert.equal(code, 1, target)
    assert.match(output, sentence)
    assert.match(output, /^polypost: .+\n$/)
  }
  for (const wrong of ['0', 'two'])
    assert.match((await polypost(['backup', folder, '--keep', wrong])).output, /--keep.* must be a whole number/i)
  assert.equal(await readFile(file, 'utf8'), 'not to be lost')
  assert.deepEqual(await filesIn(media), before)
})

test('media in a bucket are not copied, and that is said', async (t) => {
  const stage = await setStage(t, 'sqlite')
  const s3 = await startS3Server()
  t.after(s3.close)
  const env = {
    MEDIA_S3_BUCKET: s3.bucket,
    MEDIA_S3_ENDPOINT: s3.endpoint,
    MEDIA_S3_REGION: s3.region,
    MEDIA_S3_ACCESS_KEY_ID: s3.accessKeyId,
    MEDIA_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  await (await stage.start('start', env)).end('SIGTERM')
  const folder = join(stage.data.directory, 'backups')
  const { code, output } = await stage.run(['backup', folder], env)
  assert.equal(code, 0, output)
  assert.match(output, new RegExp(`The media are in the bucket ${s3.bucket}, which this does not copy`))
  assert.deepEqual(await listed(folder, (await snapshotsIn(folder))[0] ?? ''), [])
})

test('a nightly backup, restored into an empty folder, publishes nothing by itself', async (t) => {
  const stage = await setStage(t, 'sqlite')
  const folder = join(stage.data.directory, 'nightly')
  const sandboxPort = String(await freePort())
  const env = {
    PORT: String(await freePort()),
    POLYPOST_SANDBOX: 'on',
    POLYPOST_SANDBOX_PORT: sandboxPort,
    POLYPOST_TIME_SCALE: '60',
  }
  // A tenth of a second, so that there is a backup with the post.
  const nightly = { POLYPOST_BACKUP_DIR: folder, POLYPOST_BACKUP_EVERY_HOURS: '0.00003', POLYPOST_BACKUP_KEEP: '3' }
  const service = await stage.start('start', { ...env, ...nightly })
  const ask = createClient(service.base, ownerKey)
  const shown = async () => {
    const { posts } = (await (await fetch(`http://127.0.0.1:${sandboxPort}/__sandbox/x/posts`)).json()) as {
      posts: { text: string }[]
    }
    return posts.filter(({ text }) => text.includes('Every night')).length
  }
  assert.equal((await ask('POST', '/connect', { body: { platform: 'x', environment: 'sandbox' } })).status, 200)
  const scheduled_at = new Date(Date.now() + 15_000).toISOString()
  const made = await ask('POST', '/post', { body: { message: 'Every night', platforms: ['x'], scheduled_at } })
  assert.equal(made.status, 200, made.text)
  const asked = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const snapshot = await eventually('a backup has the post', async () =>
    (await snapshotsIn(folder)).find((name) => name > asked && !name.endsWith('.partial')),
  )
  await run('cp', ['-r', folder, `${folder} copied`])
  await eventually('it is published', async () => (await shown()) === 1)
  assert.ok((await snapshotsIn(folder)).length <= 4, 'older ones are removed')
  assert.match((await stage.run(['doctor'], env)).output, /✓ The last backup was made 0 hours ago/)
  await service.end('SIGKILL')

  const empty = { ...env, POLYPOST_DATA_DIR: join(stage.data.directory, 'new machine') }
  const { code, output } = await stage.run(['restore', join(`${folder} copied`, snapshot)], empty)
  assert.equal(code, 0, output)
  await stage.start('start', empty)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const { data } = (await ask('GET', `/posts/${made.body.post_id}`)).body
  assert.ok(['scheduled', 'queued'].includes(data.status), data.status)
  assert.equal(await shown(), 0, 'the new machine has an empty sandbox')
  assert.ok('held' in ((await (await fetch(`${service.base}/readyz`)).json()) as object))
})

test('a folder for backups by the service itself is refused with PostgreSQL, which has none of its own', async (t) => {
  const { run: polypost } = await setStage(t, 'postgres')
  const { code, output } = await polypost(['start'], { POLYPOST_BACKUP_DIR: '/backups' })
  assert.equal(code, 1)
  assert.match(output, /POLYPOST_BACKUP_DIR is for the embedded database/)
})

test('PostgreSQL is copied by pg_dump, and without that its command is told', async (t) => {
  const stage = await setStage(t, 'postgres')
  await stage.run(['migrate'])
  const folder = join(stage.data.directory, 'backups')
  const without = await stage.run(['backup', folder], { PATH: '/nowhere' })
  assert.equal(without.code, 1)
  assert.match(without.output, /^polypost: pg_dump is not on PATH.+pg_dump --format=custom --file=polypost\.dump/)

  // A program of this name that writes what it was told: some machines have the server alone.
  const programs = join(stage.data.directory, 'programs')
  await mkdir(programs)
  const script =
    '#!/bin/sh\nfor arg; do case $arg in --file=*) echo "$PGPASSWORD $*" > "$(echo "$arg" | cut -c8-)";; esac; done\n'
  await writeFile(join(programs, 'pg_dump'), script, { mode: 0o755 })
  const url = new URL(stage.data.env.DATABASE_URL ?? '')
  url.password = 'hidden%40password'
  // The address is only passed on: a backup does not open the database.
  const { code, output } = await stage.run(['backup', folder], {
    PATH: `${programs}:${process.env.PATH}`,
    DATABASE_URL: url.href,
  })
  assert.equal(code, 0, output)
  assert.match(output, /keep POLYPOST_SECRET_KEY in another place/)
  const [snapshot = '', ...more] = await snapshotsIn(folder)
  assert.deepEqual(more, [])
  assert.deepEqual((await readdir(join(folder, snapshot))).sort(), ['files.txt', 'polypost.dump'])
  const told = await readFile(join(folder, snapshot, 'polypost.dump'), 'utf8')
  assert.match(told, /^hidden@password --format=custom .*--dbname=postgres/)
  assert.doesNotMatch(told.replace(/^hidden@password/, ''), /hidden/)
  const restore = await stage.run(['restore', join(folder, snapshot)])
  assert.match(restore.output, /use pg_restore/)
})
