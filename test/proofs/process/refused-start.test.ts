import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '../../harness/client.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { type Env, freePort, launch } from '../../harness/process.ts'
import { withDatabase } from '../../harness/rows.ts'
import { startS3Server } from '../../harness/servers/s3-server.ts'
import { type Stage, setStage } from '../../harness/stage.ts'

/** Starts, and expects an end with one sentence that says what to do. */
async function isRefused({ run }: Stage, sentence: RegExp, env: Env = {}, role = 'start'): Promise<string> {
  const { code, output } = await run([role], env)
  assert.match(output, sentence)
  assert.match(output, /^polypost: [A-Z\u201c].+\.\n$/)
  assert.doesNotMatch(output, /^\s+at |node:internal|Error:/m)
  assert.equal(code, 1)
  return output
}

test('invalid settings stop the start with every error at once, and without any secret', async (t) => {
  const { data: instanceData, run } = await setStage(t, 'sqlite')
  const wrong = {
    PORT: '99999',
    DATABASE_URL: 'mysql://user:hidden-password@host/database',
    POLYPOST_OWNER_KEY: 'hidden-owner-key',
    POLYPOST_SECRET_KEY: 'hidden-secret',
    POLYPOST_METRICS_TOKEN: 'hidden-token',
    POLYPOST_RATE_LIMITS: '75,150',
    POLYPOST_TRUST_PROXY: '10.0.0.0/33',
    POLYPOST_TIME_SCALE: '0',
    POLYPOST_MISSPELT: 'hidden-value',
    MEDIA_S3_BUCKET: 'bucket',
    MEDIA_S3_SECRET_ACCESS_KEY: 'hidden-s3',
    LLM_BASE_URL: 'ftp://model.example',
    LOG_LEVEL: 'loud',
  }
  for (const args of [['start'], ['users', 'list']]) {
    const { code, output } = await run(args, wrong)
    assert.equal(code, 1)
    for (const name of Object.keys(wrong).filter((name) => name !== 'MEDIA_S3_SECRET_ACCESS_KEY'))
      assert.match(output, new RegExp(`^  - .*${name}`, 'm'))
    assert.doesNotMatch(output, /hidden/)
    assert.doesNotMatch(output, /^\s+at /m)
  }
  assert.deepEqual(await readdir(instanceData.directory), [])
})

test('a secret is read from a file, and a file that cannot be read, is empty or is given beside the setting is named', async (t) => {
  const { data: instanceData, start, run } = await setStage(t, 'sqlite')
  const file = async (name: string, text: string) => {
    await writeFile(join(instanceData.directory, name), text)
    return join(instanceData.directory, name)
  }
  const key = `pp_${'k'.repeat(40)}`
  const { base, end } = await start('start', {
    POLYPOST_OWNER_KEY: '',
    POLYPOST_OWNER_KEY_FILE: await file('owner', ` ${key}\n`),
    POLYPOST_SECRET_KEY_FILE: await file('secret', 'a secret from a file that is long enough\n'),
    X_CLIENT_ID: 'id',
    X_CLIENT_SECRET_FILE: await file('app', 'the secret of the app'),
  })
  assert.equal((await createClient(base, key)('GET', '/profiles')).status, 200)
  const { logins } = (await createClient(base, key)('GET', '/apps/x')).body.data
  assert.deepEqual([logins[0].client_id, logins[0].has_secret], ['id', true])
  const port = new URL(base).port
  const whoami = await run(['whoami'], {
    PORT: port,
    POLYPOST_OWNER_KEY: '',
    POLYPOST_API_KEY_FILE: await file('own', key),
  })
  assert.equal(whoami.code, 0, whoami.output)
  await end('SIGTERM')

  const { code, output } = await run(['start'], {
    POLYPOST_OWNER_KEY_FILE: await file('second', key),
    POLYPOST_SECRET_KEY_FILE: await file('empty', ' \n'),
    POLYPOST_PUBLIC_URL_FILE: await file('address', 'https://polypost.example'),
  })
  assert.equal(code, 1)
  for (const fault of [
    'POLYPOST_OWNER_KEY and POLYPOST_OWNER_KEY_FILE must not both be given',
    'POLYPOST_SECRET_KEY_FILE names .+empty, which is empty',
    'POLYPOST_PUBLIC_URL_FILE is not a setting',
  ])
    assert.match(output, new RegExp(fault))
  assert.doesNotMatch(output, /pp_k/)

  const ofApp = await run(['start'], { META_CLIENT_SECRET_FILE: join(instanceData.directory, 'missing') })
  assert.match(ofApp.output, /META_CLIENT_SECRET_FILE names .+missing, which can’t be read \(ENOENT\)/)
})

test('a half-configured language model is refused because it would silently have no effect', async (t) => {
  const { run } = await setStage(t, 'sqlite')
  const { code, output } = await run(['start'], { LLM_PROVIDER: 'anthropic', LLM_BASE_URL: 'https://model.example/v1' })
  assert.equal(code, 1)
  for (const missing of [
    'LLM_MODEL must be given with LLM_PROVIDER',
    'LLM_MODEL must be given with LLM_BASE_URL',
    'LLM_API_KEY must be given with LLM_PROVIDER=anthropic',
  ])
    assert.ok(output.includes(missing), missing)
})

test('PostgreSQL without a secret key is refused because each process would create its own', async (t) => {
  const { run } = await setStage(t, 'postgres')
  const { code, output } = await run(['start'], { POLYPOST_SECRET_KEY: '' })
  assert.equal(code, 1)
  assert.match(output, /POLYPOST_SECRET_KEY must be given with DATABASE_URL/)
})

test('several processes are refused with the embedded database', async (t) => {
  const stage = await setStage(t, 'sqlite')
  for (const role of ['api', 'worker']) await isRefused(stage, /set DATABASE_URL/, {}, role)
})

test('a port in use, or an address of another machine, is named', async (t) => {
  const stage = await setStage(t, 'sqlite')
  const other = createServer().listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  const address = other.address()
  assert.ok(address !== null && typeof address === 'object')
  await isRefused(stage, new RegExp(`Port ${address.port} is taken`), { PORT: String(address.port) })
  await isRefused(stage, /no address 203\.0\.113\.1/, { HOST: '203.0.113.1' })
})

test('a data directory that is not writable, or not a directory, is named', async (t) => {
  const stage = await setStage(t, 'sqlite')
  const { directory } = stage.data
  const closed = join(directory, 'closed')
  await mkdir(closed, { mode: 0o500 })
  await chmod(directory, 0o755)
  // Root may write everywhere, so the test uses another user.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const start = async (POLYPOST_DATA_DIR: string) => {
    const refused = launch(['start'], { POLYPOST_DATA_DIR, PORT: String(await freePort()) }, user)
    assert.equal(await refused.ended, 1)
    return refused.output()
  }
  assert.match(await start(closed), /^polypost: The data directory .+closed can’t be written \(EACCES\).+\n$/)

  // The folder is writable, but its files belong to another user.
  const foreign = join(directory, 'foreign')
  await (await stage.start('start', { POLYPOST_DATA_DIR: foreign })).end('SIGTERM')
  await chmod(foreign, 0o777)
  for (const name of await readdir(foreign)) await chmod(join(foreign, name), 0o400)
  assert.match(await start(foreign), /^polypost: The lock .+ can’t be taken: .+\n$/)
  await rm(join(foreign, 'polypost.lock'))
  assert.match(await start(foreign), /^polypost: The database .+ can’t be opened: .+\n$/)

  const file = join(directory, 'file')
  await writeFile(file, '')
  await isRefused(stage, /The data directory .+file can’t be written/, { POLYPOST_DATA_DIR: file })
})

test('a folder that does not answer ends the start with a sentence, and not never', async (t) => {
  // As a network drive whose server is away: Node creates folders here for ever.
  await isRefused(await setStage(t, 'sqlite'), /\/proc\/x can’t be used: it did not answer in 10 seconds/, {
    POLYPOST_DATA_DIR: '/proc/x',
  })
})

test('a bucket that does not exist, and a store that refuses the key or is away, are named', async (t) => {
  const stage = await setStage(t, 'sqlite')
  const { bucket, endpoint, accessKeyId, secretAccessKey, region, close } = await startS3Server()
  t.after(close)
  const env = {
    MEDIA_S3_BUCKET: bucket,
    MEDIA_S3_ENDPOINT: endpoint,
    MEDIA_S3_REGION: region,
    MEDIA_S3_ACCESS_KEY_ID: accessKeyId,
    MEDIA_S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  await isRefused(
    stage,
    new RegExp(`There is no bucket “wrong” at ${endpoint}; create it or change MEDIA_S3_BUCKET\\.`),
    { ...env, MEDIA_S3_BUCKET: 'wrong' },
  )
  await isRefused(stage, /refuses the access key .+ check MEDIA_S3_ACCESS_KEY_ID/, {
    ...env,
    MEDIA_S3_SECRET_ACCESS_KEY: 'wrong',
  })
  const away = { ...env, MEDIA_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` }
  await isRefused(stage, /Nothing can be stored in the bucket .+ECONNREFUSED.+Check that the store runs/, {
    ...away,
    POLYPOST_SANDBOX: 'on',
    POLYPOST_SANDBOX_PORT: String(await freePort()),
    LOG_LEVEL: 'error',
  })
  // Without the sample of the sandbox nothing is stored at the start, so it waits for its store.
  assert.equal(await (await stage.start('start', away)).end('SIGTERM'), 0)
})

test('a developer app without its secret is named where sign-ins need one', async (t) => {
  const stage = await setStage(t, 'sqlite')
  const { code, output } = await stage.run(['start'], { META_CLIENT_ID: 'id', PINTEREST_CLIENT_ID: 'id' })
  assert.equal(code, 1)
  for (const app of ['META', 'PINTEREST'])
    assert.ok(output.includes(`${app}_CLIENT_SECRET must be given with ${app}_CLIENT_ID`), output)
  // X and Reddit have apps without a secret.
  const running = await stage.start('start', { X_CLIENT_ID: 'id', REDDIT_CLIENT_ID: 'id' })
  assert.equal(await running.end('SIGTERM'), 0)
})

test('an invalid database file, and a missing or empty secret key, are reported', async (t) => {
  const stage = await setStage(t, 'sqlite')
  const file = (name: string) => join(stage.data.directory, name)
  await writeFile(file('polypost.db'), 'this is not a database, but some text of another program. '.repeat(100))
  await isRefused(stage, /polypost\.db/)
  await rm(file('polypost.db'))

  await (await stage.start()).end('SIGTERM')
  await writeFile(file('secret.key'), '')
  await isRefused(stage, /secret\.key/)
  await rm(file('secret.key'))
  await isRefused(stage, /secret\.key/)
})

onEachDatabase((kind) => {
  test('a secret key that does not belong to the database is refused before anything is changed', async (t) => {
    const stage = await setStage(t, kind)
    await (await stage.start()).end('SIGTERM')
    const wrong = { POLYPOST_SECRET_KEY: 'not the secret that this database was sealed with' }
    await isRefused(stage, /secret key does not fit this database/, wrong)
    for (const args of [['users', 'list'], ['migrate']]) assert.equal((await stage.run(args, wrong)).code, 1)
    // For a rotation, the new key comes before the old one.
    const old = stage.data.env.POLYPOST_SECRET_KEY ?? (await readFile(join(stage.data.directory, 'secret.key'), 'utf8'))
    const both = { POLYPOST_SECRET_KEY: `${wrong.POLYPOST_SECRET_KEY},${old.trim()}` }
    assert.equal(await (await stage.start('start', both)).end('SIGTERM'), 0)
  })

  test('a database of a newer Polypost version is not changed', async (t) => {
    const stage = await setStage(t, kind)
    await (await stage.start()).end('SIGTERM')
    const name = '9999-from-the-future'
    await withDatabase(stage.data, (db) => db.insertInto('migrations').values({ name, applied_at: 1 }).execute())
    await isRefused(stage, /newer Polypost.+9999-from-the-future/)
  })
})

test('an unusable PostgreSQL is named, without its password', async (t) => {
  const stage = await setStage(t, 'postgres')
  const url = new URL(stage.data.env.DATABASE_URL ?? '')
  url.password = 'hidden-password'
  const away = async (change: (url: URL) => void, reason: RegExp) => {
    const changed = new URL(url)
    change(changed)
    const output = await isRefused(stage, reason, { DATABASE_URL: changed.href })
    assert.doesNotMatch(output, /hidden-password/)
  }
  const port = String(await freePort())
  await away((changed) => (changed.port = port), /can’t be used: .*ECONNREFUSED/)
  await away((changed) => (changed.host = `localhost:${port}`), /can’t be used: .*ECONNREFUSED/)
  await away((changed) => (changed.pathname = '/no_such_database'), /no_such_database/)
  await away((changed) => (changed.username = 'nobody_here'), /nobody_here/)
})
