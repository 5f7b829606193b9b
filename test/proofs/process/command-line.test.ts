import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '../../harness/client.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { withDatabase } from '../../harness/rows.ts'
import { setStage } from '../../harness/stage.ts'

onEachDatabase((kind) => {
  test('users and keys that a command creates work at once on a running server; new plans and revoked keys take effect at once', async (t) => {
    const { start, run } = await setStage(t, kind)
    const { base } = await start()
    const command = async (...args: string[]) => {
      const { code, output } = await run(args)
      assert.equal(code, 0, output)
      return output
    }
    assert.match(await command('users', 'create', 'Ana@example.com', '--plan', '2'), /User \d+ created/)
    const key = (await command('keys', 'create', 'ana@example.com', '--name', 'laptop')).trim()
    assert.match(key, /^pp_[A-Za-z0-9]{40}$/)
    const ask = createClient(base, key)
    const plan = async () => (await ask('GET', '/usage')).body.data.plan.id
    assert.equal(await plan(), 2)
    await command('users', 'set-plan', 'ana@example.com', '3')
    assert.equal(await plan(), 3)
    assert.equal((await ask('POST', '/profiles', { body: { name: 'Shop' } })).status, 200)

    const reading = await command('keys', 'create', 'ana@example.com', '--name', 'r', '--scopes', 'read', '--days', '1')
    const refused = await ask('POST', '/profiles', { key: reading.trim(), body: { name: 'More' } })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_scope'])

    const drafts = await command('keys', 'create', 'ana@example.com', '--name', 'd', '--policy', 'drafts')
    const post = { message: 'Hello', platforms: ['bluesky'] }
    const unapproved = await ask('POST', '/post', { key: drafts.trim(), body: post })
    assert.deepEqual([unapproved.status, unapproved.body.error.code], [403, 'approval_required'])

    const assistant = await command('keys', 'create', 'ana@example.com', '--name', 'a', '--for', 'mcp')
    assert.equal(
      (await ask('POST', '/post', { key: assistant.trim(), body: post })).body.error.code,
      'approval_required',
    )

    const free = (...more: string[]) =>
      command('keys', 'create', 'ana@example.com', '--name', 'b', '--for', 'mcp', '--policy', 'publish', ...more)
    for (const [flags, code] of [
      [[], 'approval_required'],
      [['--unattended'], 'platform_not_connected'],
    ] as const)
      assert.equal(
        (await ask('POST', '/post', { key: (await free(...flags)).trim(), body: post })).body.error.code,
        code,
      )

    const list = await command('keys', 'list', 'ana@example.com')
    assert.ok(list.includes('laptop') && list.includes(key.slice(0, 10)) && !list.includes(key.slice(10)))
    const id = /^(\d+) +laptop /m.exec(list)?.[1] ?? ''
    await command('keys', 'revoke', id)
    assert.equal((await ask('GET', '/usage')).status, 401)
    assert.equal((await ask('GET', '/usage', { key: reading.trim() })).status, 200)
    assert.match(await command('users', 'list'), /ana@example\.com +Pro /)
  })

  test('commands at the same time on an empty database create one instance, which then starts', async (t) => {
    const { data: instanceData, start, run } = await setStage(t, kind)
    const emails = Array.from({ length: 6 }, (_, at) => `user${at}@example.com`)
    const made = await Promise.all(emails.map((email) => run(['users', 'create', email], { POLYPOST_OWNER_KEY: '' })))
    for (const { code, output } of made) assert.equal(code, 0, output)
    const { base } = await start()
    const key = (await readFile(join(instanceData.directory, 'owner.key'), 'utf8')).trim()
    const { body } = await createClient(base, key)('GET', '/admin/users')
    assert.deepEqual(
      body.data.users.map(({ email }: { email: string }) => email).sort(),
      ['owner@localhost', ...emails].sort(),
    )
  })

  test('a command that fails says why in one sentence, and changes nothing', async (t) => {
    const { data: instanceData, run } = await setStage(t, kind)
    assert.match((await run(['migrate'])).output, /up to date/)
    const wrong: [RegExp, ...string[]][] = [
      [/no key 4711/, 'keys', 'revoke', '4711'],
      [/whole number/, 'keys', 'revoke', 'first'],
      [/whole number/, 'keys', 'revoke', '1e400'],
      [/no user ana@example.com/, 'users', 'set-plan', 'ana@example.com', '2'],
      [/already exists/, 'users', 'create', 'owner@localhost'],
      [/1, 2, 3 or 4/, 'users', 'create', 'ana@example.com', '--plan', '5'],
      [/must be an email/, 'users', 'create', 'ana'],
      [/no user ana@example.com/, 'keys', 'create', 'ana@example.com', '--name', 'x'],
      [/no user ana@example.com/, 'keys', 'list', 'ana@example.com'],
      [/--name/, 'keys', 'create', 'owner@localhost'],
      [/1 to 80/, 'keys', 'create', 'owner@localhost', '--name', ' '],
      [/1 to 80/, 'keys', 'create', 'owner@localhost', '--name', 'x'.repeat(81)],
      [/read, write or admin/, 'keys', 'create', 'owner@localhost', '--name', 'x', '--scopes', 'all'],
      [/whole number from 1 to 36500/, 'keys', 'create', 'owner@localhost', '--name', 'x', '--days', '0'],
      [
        /must be publish/,
        'keys',
        'create',
        'owner@localhost',
        '--name',
        'x',
        '--scopes',
        'admin',
        '--policy',
        'drafts',
      ],
      [/unknown command/, 'publish'],
    ]
    // The first few differ between the databases; the rest is the same on both.
    const asked = kind === 'sqlite' ? wrong : wrong.slice(0, 5)
    await Promise.all(
      asked.map(async ([sentence, ...args]) => {
        const { code, output } = await run(args)
        assert.match(output, sentence)
        assert.doesNotMatch(output, /^\s+at |node:internal/m, args.join(' '))
        // Wrong usage has an exit code of its own.
        assert.equal(code, /--help” shows|must be publish/.test(output) ? 2 : 1, args.join(' '))
      }),
    )
    const counts = await withDatabase(instanceData, async (db) => [
      (await db.selectFrom('users').select('id').execute()).length,
      (await db.selectFrom('api_keys').select('id').where('revoked_at', 'is', null).execute()).length,
    ])
    assert.deepEqual(counts, [1, 1])
  })
})

test('help lists every command', async (t) => {
  const { run } = await setStage(t, 'sqlite')
  const { code, output } = await run(['--help'])
  assert.equal(code, 0)
  for (const name of ['start', 'api', 'worker', 'migrate', 'backup', 'users', 'keys', 'webhooks', 'verify'])
    assert.match(output, new RegExp(`^  ${name}\\b`, 'm'))
})
