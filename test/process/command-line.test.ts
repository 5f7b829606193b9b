import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import type { Instance, User } from '../harness/instance.ts'
import { uploadSecret } from '../harness/media.ts'
import { inDays, newPublisher, startAccepting } from '../harness/posts.ts'
import { type Env, launch } from '../harness/process.ts'

let instance: Instance
let user: User
let home: string
let env: Env

before(async () => {
  instance = await startAccepting('sqlite')
  user = await newPublisher(instance)
  home = await mkdtemp(join(tmpdir(), 'polypost command line '))
  const own = { POLYPOST_SECRET_KEY: uploadSecret, TZ: 'Asia/Tokyo' }
  env = { HOME: home, POLYPOST_URL: instance.base, POLYPOST_API_KEY: user.key, ...instance.data.env, ...own }
})
after(async () => {
  await instance.stop()
  await rm(home, { recursive: true })
})

/** Both streams of a command apart. */
async function run(...args: string[]) {
  const { process, ended } = launch(args, env)
  assert.ok(process.stdout && process.stderr)
  const [stdout, stderr, code] = await Promise.all([text(process.stdout), text(process.stderr), ended])
  return { code, stdout, stderr }
}

const file = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(home, name)
  await writeFile(path, content)
  return path
}

describe('a wrong use is one sentence on standard error, and the command that shows its help', () => {
  const cases: readonly (readonly [command: string, sentence: RegExp, help: string])[] = [
    ['pots', /unknown command 'pots'/, 'polypost'],
    ['post Hello', /required option '-p, --platforms <list>'/, 'polypost post'],
    ['post -p x', /missing required argument 'text'/, 'polypost post'],
    ['posts list --colour', /unknown option '--colour'/, 'polypost posts list'],
    ['posts list --per-page many', /It must be a number/, 'polypost posts list'],
    ['posts get', /missing required argument 'id'/, 'polypost posts get'],
    ['webhooks lissen', /Did you mean listen\?/, 'polypost webhooks'],
    ['connect bluesky --field handle', /Write it as name=value/, 'polypost connect'],
    ['keys create nobody --name x', /It must be an email address/, 'polypost keys create'],
    ['keys create a@acme.example --name x --minutes 0', /whole number from 1 to/, 'polypost keys create'],
  ]
  for (const [command, sentence, help] of cases)
    test(`polypost ${command}`, async () => {
      const { code, stdout, stderr } = await run(...command.split(' '))
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, sentence)
      const lines = stderr.trimEnd().split('\n')
      assert.match(lines[0] ?? '', /^polypost: /)
      assert.match(lines.at(-1) ?? '', new RegExp(`^“${help} --help” shows the (options|commands)\\.$`))
      assert.ok(lines.length <= 3, stderr)
    })
})

test('a refusal is printed on standard error, and names commands instead of routes', async () => {
  const refused = await run('post', 'Hello', '-p', 'mastodon,reddit')
  assert.equal(refused.stdout, '')
  const { code, stdout, stderr } = await run('posts', 'create', '--message', 'Hello', '--platforms', 'reddit')
  assert.deepEqual([code, stdout], [4, ''])
  assert.match(stderr, /Reddit is not connected in this profile\. Connect it with “polypost connect”/)
  assert.match(stderr, /“polypost posts validate” checks a post/)
  const missing = await run('jobs', 'cancel', '999999')
  assert.deepEqual([missing.code, missing.stdout], [1, ''])
})

test('an account is connected with the fields that its platform asks for, and a refusal never shows them', async () => {
  const { code, stderr } = await run('connect', 'bluesky', '--field', 'handle=ana', '--app-password', 'very-secret')
  assert.equal(code, 4)
  assert.match(stderr, /“ana” is not a Bluesky handle/)
  assert.ok(!stderr.includes('very-secret'))
  const incomplete = await run('connect', 'bluesky', '--field', 'handle=ana.test')
  assert.equal(incomplete.code, 2)
  assert.match(incomplete.stderr, /Bluesky is connected with --field app_password=… \(Made in Bluesky/)
})

test('the help of no command names a route that a command stands for', async () => {
  const { stdout } = await run('completion', 'bash')
  const groups = ['posts create', 'posts import', 'settings propose', 'inbox list', 'connections connect']
  for (const command of groups) {
    assert.ok(stdout.includes(`"${command}")`))
    const help = await run(...command.split(' '), '--help')
    assert.equal(help.code, 0)
    assert.match(help.stdout, new RegExp(`^Usage: polypost ${command} `))
    assert.doesNotMatch(help.stdout, /\b(GET|POST|PUT|PATCH|DELETE) \//)
  }
})

describe('a file that can’t be used is named in one sentence', () => {
  const cases: readonly (readonly [what: string, sentence: RegExp, make: () => Promise<readonly string[]>])[] = [
    ['missing', /There is no file or folder .*none\.csv/, async () => ['import', join(home, 'none.csv')]],
    ['a folder', /polypost command line \S+ is a folder\. Name a file/, async () => ['import', home]],
    ['not JSON', /bad\.json is not valid JSON/, async () => ['import', await file('bad.json', '[{"message":}]')]],
    ['no list', /one\.json must contain a JSON list/, async () => ['import', await file('one.json', '{}')]],
    [
      'not text',
      /latin\.csv is not text in UTF-8/,
      async () => ['import', await file('latin.csv', Buffer.from([0xe4]))],
    ],
    [
      'too large',
      /big\.csv is too large: .*Split it/,
      async () => ['import', await file('big.csv', 'x'.repeat(1e6 + 1))],
    ],
    [
      'missing media',
      /There is no file or folder none\.png/,
      async () => ['post', 'Hello', '-p', 'x', '-m', 'none.png'],
    ],
    [
      'media of a dry run',
      /no file or folder none/,
      async () => ['post', 'a', '-p', 'x', '-m', 'none.png', '--dry-run'],
    ],
    ['media that is a folder', /is a folder\. Name a file/, async () => ['media', 'upload', home]],
    [
      'no media',
      /a\.json has no name of an image/,
      async () => ['post', 'a', '-p', 'x', '-m', await file('a.json', '{}')],
    ],
  ]
  for (const [what, sentence, make] of cases)
    test(what, async () => {
      const { code, stdout, stderr } = await run(...(await make()))
      assert.deepEqual([code, stdout], [2, ''], stderr)
      assert.match(stderr, sentence)
      assert.match(stderr, /^polypost: .+\n$/)
    })

  test('that the instance refuses', async () => {
    const csv = await run('import', await file('quote.csv', 'message,platforms\n"no end,x\n'))
    assert.equal(csv.code, 4)
    assert.match(csv.stderr, /quote\.csv is refused\. .*A quoted cell has no end/s)
    const empty = await run('media', 'upload', await file('empty.png', ''))
    assert.equal(empty.code, 4)
    assert.match(empty.stderr, /empty\.png is refused: /)
  })

  test('that the command itself keeps', async () => {
    const config = join(home, 'blocked')
    await mkdir(config)
    await file('blocked/polypost', 'a file where a folder should be')
    env = { ...env, XDG_CONFIG_HOME: config }
    const { code, stderr } = await run('login', instance.base, '--key', user.key)
    env = { ...env, XDG_CONFIG_HOME: '' }
    assert.equal(code, 1)
    assert.match(stderr, /^polypost: .*blocked.*polypost.*\.\n$/)
  })
})

describe('a time without a zone', () => {
  /** 9:00 tomorrow in a zone, as the API shows it. */
  const nineIn = (zone: string): string => {
    const day = Temporal.Now.plainDateISO(zone).add({ days: 1 })
    return new Date(day.toZonedDateTime({ timeZone: zone, plainTime: '09:00' }).epochMilliseconds).toISOString()
  }
  const scheduledFor = async (id: unknown) => (await user.ask('GET', `/posts/${id}`)).body.data
  const idIn = (words: string) => /Post (\d+) /.exec(words)?.[1]
  const moment = (zone: string) => new RegExp(`(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \\d+ \\w{3} \\d{4}, 09:00 \\(${zone}\\)`)

  test('is in that of the machine, if the profile has no slots; the answer shows moment and zone', async () => {
    const { code, stdout, stderr } = await run('post', 'In Tokyo', '-p', 'x', '--at', 'tomorrow 9:00')
    assert.equal(code, 0, stderr)
    assert.match(stdout, moment('Asia/Tokyo'))
    const { scheduled_at, scheduled_timezone } = await scheduledFor(idIn(stdout))
    assert.deepEqual([scheduled_at, scheduled_timezone], [nineIn('Asia/Tokyo'), 'Asia/Tokyo'])
  })

  test('is in that of the slots, in every command that takes a time', async () => {
    const set = await run(
      ...['slots', 'set', user.profileId, '--timezone', 'Europe/Warsaw'],
      ...['--slots', '[{"weekday":"monday","time":"09:00"}]'],
    )
    assert.equal(set.code, 0, set.stderr)
    const posted = await run('post', 'In Warsaw', '-p', 'x', '--at', 'tomorrow 9:00')
    assert.match(posted.stdout, moment('Europe/Warsaw'))
    const id = idIn(posted.stdout) ?? ''
    assert.equal((await scheduledFor(id)).scheduled_at, nineIn('Europe/Warsaw'))

    const made = await run(
      'posts',
      'create',
      '--message',
      'Made',
      '--platforms',
      'x',
      '--scheduled-at',
      'tomorrow 9:00',
    )
    assert.match(made.stdout, moment('Europe/Warsaw'))
    const checked = await run('post', 'Dry', '-p', 'x', '--at', 'tomorrow 9:00', '--dry-run')
    assert.match(checked.stdout, moment('Europe/Warsaw'))
    const moved = await run('posts', 'update', id, '--expected-revision', '1', '--scheduled-at', 'in 3 days', '--json')
    assert.equal(JSON.parse(moved.stdout).scheduled_timezone, 'Europe/Warsaw')
    const { body } = await user.ask('POST', '/drafts', { body: { message: 'A draft', platforms: ['x'] } })
    const submitted = await run(
      ...['drafts', 'submit', body.data.id, '--expected-revision', '1', '--scheduled-at', 'tomorrow 9:00'],
    )
    assert.equal(submitted.code, 0, submitted.stderr)
    assert.match(submitted.stdout, moment('Europe/Warsaw'))
    const bulk = await run('posts', 'bulk', '--action', 'move', '--ids', `[${id}]`, '--scheduled-at', 'tomorrow 9:00')
    assert.match(bulk.stdout, moment('Europe/Warsaw'))
    assert.equal((await scheduledFor(id)).scheduled_at, nineIn('Europe/Warsaw'))
    const listed = await run('posts', 'list', '--from', inDays(0).slice(0, 10), '--to', inDays(9).slice(0, 10))
    assert.match(listed.stdout, /Days begin at midnight in Europe\/Warsaw/)
  })

  test('is in another one that was named; a complete time and a free slot stay what they are', async () => {
    const named = await run('post', 'Named', '-p', 'x', '--at', 'tomorrow 9:00', '--zone', 'America/New_York')
    assert.match(named.stdout, moment('America/New_York'))
    assert.equal((await scheduledFor(idIn(named.stdout))).scheduled_at, nineIn('America/New_York'))
    const complete = await run('post', 'Complete', '-p', 'x', '--at', inDays(2))
    assert.match(complete.stdout, /is scheduled for .* \(Asia\/Tokyo\) on x/)
    const slot = await run('post', 'In a slot', '-p', 'x', '--at', 'next_slot')
    assert.match(slot.stdout, /Mon \d+ \w{3} \d{4}, 09:00 \(Europe\/Warsaw\)/)
  })

  test('a time or a zone that does not exist is a wrong use', async () => {
    for (const args of [
      ['--at', 'someday'],
      ['--at', '2026-02-30 9:00'],
      ['--at', 'tomorrow 9:00', '--zone', 'Mars/Phobos'],
    ]) {
      const { code, stderr } = await run('post', 'Never', '-p', 'x', ...args)
      assert.equal(code, 2)
      assert.match(stderr, /^polypost: “.+” is not a time.+\n$/)
    }
  })
})

test('keys, users and people are tables like all lists, and JSON as the API answers it', async () => {
  const { email } = (await instance.owner('GET', '/admin/users')).body.data.users.find(
    ({ id }: { id: number }) => id === user.id,
  )
  const parsed = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, '--json')
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const { body } = await instance.owner('GET', `/admin/users/${user.id}/keys`)
  assert.deepEqual(Object.keys((await parsed('keys', 'list', email)).keys[0]), Object.keys(body.data.keys[0]))
  assert.deepEqual((await parsed('users', 'list')).users, (await instance.owner('GET', '/admin/users')).body.data.users)
  assert.deepEqual(await parsed('people', 'list'), { people: [] })
  const tables = [await run('users', 'list'), await run('keys', 'list', email)]
  assert.match(tables[0]?.stdout ?? '', /^id +email +plan +created_at\n/)
  assert.match(
    tables[1]?.stdout ?? '',
    /^id +name +prefix +scopes +policy +unattended +expires_at +last_used_at +revoked_at\n/,
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with it.
  for (const { stdout } of tables) assert.doesNotMatch(stdout, /[│┌]|\(index\)|\u001b/)
})
