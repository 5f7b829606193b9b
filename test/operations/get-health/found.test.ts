import assert from 'node:assert/strict'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Updateable } from 'kysely'
import type { Tables } from '../../../src/store/tables.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'
import { insertAccount, withDatabase } from '../../harness/rows.ts'
import { startHttp } from '../../harness/servers/http-server.ts'
import { modelKey } from '../../harness/servers/language-model.ts'
import { startS3Server } from '../../harness/servers/s3-server.ts'

const day = 86_400_000

async function start(t: TestContext, env: Readonly<Record<string, string>> = {}): Promise<Instance> {
  const instance = await startInstance('sqlite', { env })
  t.after(instance.stop)
  return instance
}

/** The row of the list as a person sees it: its mark, and its words. */
async function found({ owner }: Instance, id: string): Promise<string> {
  const { checks } = (await owner('GET', '/health?afresh=true')).body.data
  const { status, summary, remedy, mendable } = checks.find((check: { id: string }) => check.id === id)
  return `${status}: ${summary} ${remedy ?? ''}${mendable ? ' (mendable)' : ''}`
}

test('files with keys that other users can open are found', async (t) => {
  const instance = await start(t)
  assert.match(await found(instance, 'private_files'), /^ok/)
  const file = join(instance.data.directory, 'secret.key')
  await chmod(file, 0o644)
  const said = await found(instance, 'private_files')
  assert.ok(said.startsWith('warning') && said.includes(file) && said.endsWith('(mendable)'), said)
})

test('a backup that is too old is found, and so is one that was never made', async (t) => {
  const instance = await start(t)
  assert.match(await found(instance, 'backup'), /^warning: No backup was made yet/)
  const store = (at: number) => writeFile(join(instance.data.directory, 'last-backup'), `${at}\n`)
  await store(Date.now() - day)
  assert.match(await found(instance, 'backup'), /^ok: The last backup was made 24 hours ago/)
  await store(Date.now() - 3 * day)
  assert.match(await found(instance, 'backup'), /^warning: The last backup was made 3 days ago/)
  const rare = await start(t, { POLYPOST_BACKUP_EVERY_HOURS: '168' })
  await writeFile(join(rare.data.directory, 'last-backup'), `${Date.now() - 13 * day}\n`)
  assert.match(await found(rare, 'backup'), /^ok/)
})

test('another server at the public address is found', async (t) => {
  const other = await startHttp((_request, response) => void response.end('{"status":"ok"}'))
  t.after(other.stop)
  const instance = await start(t, { POLYPOST_PUBLIC_URL: other.origin })
  assert.match(await found(instance, 'public_address'), /^error: Another server answers/)
})

test('an instance with another secret key is another server', async (t) => {
  const other = await start(t)
  const instance = await start(t, { POLYPOST_PUBLIC_URL: other.base })
  assert.match(await found(instance, 'public_address'), /^error: Another server answers/)
})

test('a proxy that is not trusted is found, and one that does not name the visitor', async (t) => {
  let base = ''
  let header: Record<string, string> = { 'x-forwarded-for': '203.0.113.9' }
  const proxy = await startHttp(async (request, response) => {
    response.end(await (await fetch(base + request.url, { headers: header })).text())
  })
  t.after(proxy.stop)
  const address = { POLYPOST_PUBLIC_URL: proxy.origin }
  const plain = await start(t, address)
  base = plain.base
  assert.match(await found(plain, 'public_address'), /^warning: .*POLYPOST_TRUST_PROXY does not name/)

  const trusting = await start(t, { ...address, POLYPOST_TRUST_PROXY: '127.0.0.1/32' })
  base = trusting.base
  assert.match(await found(trusting, 'public_address'), /which only this machine or network reaches/)
  header = {}
  assert.match(await found(trusting, 'public_address'), /^warning: .*sends no X-Forwarded-For/)
})

test('only a question of the instance is answered', async (t) => {
  const { base } = await start(t)
  for (const probe of ['', 'x', 'a.b', 'a&probe=b'])
    assert.deepEqual(await (await fetch(`${base}/healthz?probe=${probe}`)).json(), { status: 'ok' })
})

test('a key that the language model refuses, and a name that it does not know, are found', async (t) => {
  const model = await startHttp(({ url, headers }, response) => {
    const isListed = url === '/v1/models' && headers.authorization === `Bearer ${modelKey}`
    response.statusCode = isListed ? 200 : 401
    response.end(JSON.stringify(isListed ? { data: [{ id: 'small' }] } : {}))
  })
  t.after(model.stop)
  const env = { LLM_BASE_URL: `${model.origin}/v1`, LLM_API_KEY: modelKey, LLM_MODEL: 'small' }
  assert.match(await found(await start(t, env), 'language_model'), /^ok: .* accepts the key/)
  const another = await start(t, { ...env, LLM_MODEL: 'large' })
  assert.match(await found(another, 'language_model'), /^warning: .*does not list the language model large/)
  const wrong = await start(t, { ...env, LLM_API_KEY: 'sk-wrong' })
  assert.match(await found(wrong, 'language_model'), /^error: .*refuses the key/)
})

test('other machines are asked at most once a minute, unless somebody asks afresh; this one is asked each time', async (t) => {
  let asked = 0
  const model = await startHttp((_request, response) => {
    asked += 1
    response.end('{"data":[{"id":"small"}]}')
  })
  t.after(model.stop)
  const env = { LLM_BASE_URL: `${model.origin}/v1`, LLM_API_KEY: modelKey, LLM_MODEL: 'small' }
  const { owner, data: instanceData } = await start(t, env)
  await Promise.all([owner('GET', '/health'), owner('GET', '/health')])
  assert.equal(asked, 1)
  await owner('GET', '/health?afresh=true')
  assert.equal(asked, 2)
  const file = join(instanceData.directory, 'secret.key')
  await chmod(file, 0o644)
  const { checks } = (await owner('GET', '/health')).body.data
  assert.equal(checks.find(({ id }: { id: string }) => id === 'private_files').status, 'warning')
  assert.equal(asked, 2)
})

test('the version is told, and the time of the last backup once there is one', async (t) => {
  const { owner, data: instanceData } = await start(t)
  const read = async () => (await owner('GET', '/health')).body.data
  const { version, last_backup_at } = await read()
  const about: unknown = JSON.parse(await readFile('package.json', 'utf8'))
  assert.deepEqual([about, last_backup_at], [{ ...Object(about), version }, null])
  const at = Date.now() - day
  await writeFile(join(instanceData.directory, 'last-backup'), `${at}\n`)
  assert.equal((await read()).last_backup_at, new Date(at).toISOString())
})

test('a bucket that nobody can read, or that takes no signed upload, is found', async (t) => {
  const s3 = await startS3Server()
  t.after(s3.close)
  const env = {
    MEDIA_S3_BUCKET: s3.bucket,
    MEDIA_S3_ENDPOINT: s3.endpoint,
    MEDIA_S3_REGION: s3.region,
    MEDIA_S3_ACCESS_KEY_ID: s3.accessKeyId,
    MEDIA_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  const plain = await start(t, env)
  assert.match(await found(plain, 'media_storage'), /^ok/)
  assert.equal(s3.asked.filter((operation) => operation === 'DeleteObject').length, 2, 'it removes its files')

  const unsigned = await startHttp((incoming, response) => {
    const { url = '', method, headers } = incoming
    if (method === 'PUT' && url.includes('X-Amz-Signature')) return void response.writeHead(403).end()
    // The signature covers the name of the host.
    const passed = request(s3.endpoint + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(passed)
  })
  t.after(unsigned.stop)
  const refusing = await start(t, { ...env, MEDIA_S3_ENDPOINT: unsigned.origin })
  assert.match(await found(refusing, 'media_storage'), /^error: The bucket refuses an upload by a signed address/)

  const closed = await start(t, { ...env, MEDIA_S3_PUBLIC_URL: `${s3.endpoint}/${s3.bucket}` })
  assert.match(await found(closed, 'media_storage'), /^error: MEDIA_S3_PUBLIC_URL does not return/)
})

test('accounts without a valid login, logins that end, and late renewals are found with their names', async (t) => {
  const instance = await start(t, { X_CLIENT_ID: 'app', X_CLIENT_SECRET: 'app-secret' })
  const { profileId } = await instance.newUser()
  await insertAccount(instance.data, {
    profile_id: profileId,
    platform: 'x',
    environment: 'live',
    username: 'ana',
  })
  const change = (changes: Updateable<Tables['accounts']>) =>
    withDatabase(instance.data, (db) => db.updateTable('accounts').set(changes).execute())
  await change({ renew_from: null, expires_at: Date.now() + 30 * day })
  assert.match(await found(instance, 'platform_x'), /^ok: X: 1 account\. The first login ends on \d{4}-/)
  await change({ renew_from: null, expires_at: Date.now() + day })
  assert.match(await found(instance, 'platform_x'), /^warning: X: 1 login ending within 7 days: ana/)
  await change({ renew_from: Date.now() - day, expires_at: Date.now() + day })
  assert.match(await found(instance, 'platform_x'), /^warning: .*should have been renewed.*\(mendable\)$/)
  await change({ status: 'needs_reconnect' })
  assert.match(await found(instance, 'platform_x'), /^warning: X: 1 account without a valid login: ana\. .*connect x/)
})

test('people who sign in over plain http are found, from elsewhere or through a proxy that has https', async (t) => {
  const near = await start(t)
  assert.match(await found(near, 'sign_in_over_http'), /^ok: .*only this machine/)
  await fetch(`${near.base}/healthz`, { headers: { 'x-forwarded-proto': 'https' } })
  assert.match(await found(near, 'sign_in_over_http'), /^warning: A proxy says .*POLYPOST_PUBLIC_URL/)
  const open = await start(t, { HOST: '0.0.0.0' })
  assert.match(await found(open, 'sign_in_over_http'), /^warning: People sign in over plain http/)
  const safe = await start(t, { HOST: '0.0.0.0', POLYPOST_PUBLIC_URL: 'https://polypost.example' })
  assert.match(await found(safe, 'sign_in_over_http'), /^ok/)
})
