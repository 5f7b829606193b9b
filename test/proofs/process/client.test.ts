import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../harness/eventually.ts'
import { type Env, launch, runCommand } from '../../harness/process.ts'
import { type SandboxInstance, startSandboxed } from '../../harness/sandboxed.ts'
import { png } from '../../harness/small-media.ts'

describe('the command line as a client', () => {
  let instance: SandboxInstance
  let home: string
  let env: Env
  const run = (...args: string[]) => runCommand(args, env)

  before(async () => {
    instance = await startSandboxed('sqlite')
    home = await mkdtemp(join(tmpdir(), 'polypost-cli-'))
    const { key } = await instance.newUser()
    env = { HOME: home, POLYPOST_URL: instance.base, POLYPOST_API_KEY: key, POLYPOST_DATA_DIR: join(home, 'data') }
  })
  after(async () => {
    await instance.stop()
    await rm(home, { recursive: true })
  })

  test('connects all simulated accounts, publishes with a file, and waits for the end', async () => {
    const connected = await run('connect', 'all', '--sandbox')
    assert.equal(connected.code, 0, connected.output)
    assert.match(connected.output, /✓ bluesky is connected \(simulated\)/)
    const file = join(home, 'dot.png')
    await writeFile(file, png)
    const { code, output } = await run('post', 'Hello', '-p', 'x,bluesky', '-m', file, '--alt', 'a dot', '--wait')
    assert.equal(code, 0, output)
    assert.match(output, /^x +completed +http/m)
    assert.match(output, /^bluesky +completed +http/m)
    const listed = JSON.parse((await run('posts', 'list', '--json')).output)
    assert.equal(listed.posts[0].media[0].alt_text, 'a dot')
    assert.equal(listed.posts[0].source, 'cli')
  })

  test('a file is uploaded, and what is printed last is its address; a missing file is an error of usage', async () => {
    const file = join(home, 'another.png')
    await writeFile(file, png)
    const { code, output } = await run('media', 'upload', file)
    assert.equal(code, 0, output)
    const address = output.trim().split('\n').at(-1) ?? ''
    assert.equal((await fetch(address)).status, 200)
    assert.equal(JSON.parse((await run('media', 'upload', file, '--json')).output).url.startsWith('http'), true)
    assert.equal((await run('media', 'upload', 'missing.png')).code, 2)
  })

  test('a command that is killed while it waits publishes nothing twice when it runs again', async () => {
    const args = ['post', 'Killed once', '-p', 'x,bluesky', '--wait']
    const posts = async (text: string) =>
      JSON.parse((await run('posts', 'list', '--search', text, '--json')).output).posts
    const running = launch(args, env)
    await eventually('a request is on its way', async () => {
      const pending = await readdir(join(home, '.local/state/polypost/pending')).catch(() => [])
      return pending.some((name) => name.endsWith('.json'))
    })
    await running.end('SIGKILL')
    const again = await run(...args)
    assert.equal(again.code, 0, again.output)
    assert.equal((await posts('Killed once')).length, 1)
    assert.deepEqual(await readdir(join(home, '.local/state/polypost/pending')), [])
    assert.equal((await run(...args.slice(0, -1))).code, 0)
    assert.equal((await posts('Killed once')).length, 2, 'after its end, the same command means another post')
  })

  test('the exit code says what happened', async () => {
    const long = 'a'.repeat(400)
    const cases: readonly [code: number, ...args: string[]][] = [
      [0, 'post', 'A draft', '-p', 'x', '--dry-run'],
      [1, 'posts', 'get', '999999'],
      [2, 'post', 'No platform'],
      [2, 'post', 'No time', '-p', 'x', '--at', 'someday'],
      [2, 'posts', 'list', '--per-page', 'many'],
      [2, 'post', 'No file', '-p', 'x', '-m', 'missing.png'],
      [2, 'login', 'nowhere', '--key', 'pp_x'],
      [4, 'post', long, '-p', 'x', '--dry-run'],
      [4, 'post', long, '-p', 'x'],
    ]
    for (const [code, ...args] of cases) {
      const ended = await run(...args)
      assert.equal(ended.code, code, `${args.join(' ')}\n${ended.output}`)
    }
    const stranger = await runCommand(['posts', 'list'], { ...env, POLYPOST_API_KEY: 'pp_wrong' })
    assert.equal(stranger.code, 3, stranger.output)
    const nobody = await runCommand(['posts', 'list'], { ...env, POLYPOST_API_KEY: '', POLYPOST_OWNER_KEY: '' })
    assert.equal(nobody.code, 3, nobody.output)
    assert.match(nobody.output, /polypost login/)
  })

  test('a login is kept for the user alone, used by other commands, and forgotten', async () => {
    const { POLYPOST_API_KEY = '', ...rest } = env
    const own = { ...rest, POLYPOST_URL: '', POLYPOST_OWNER_KEY: '' }
    const login = await runCommand(['login', instance.base, '--key', POLYPOST_API_KEY], own)
    assert.equal(login.code, 0, login.output)
    const file = join(home, '.config/polypost/login.json')
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.match((await runCommand(['whoami'], own)).output, /polypost login/)
    assert.equal((await runCommand(['logout'], own)).code, 0)
    assert.equal((await runCommand(['whoami'], own)).code, 3)
  })

  test('waiting ends after the given time with 6, and the same command goes on waiting for the same post', async () => {
    const args = ['post', 'In a week', '-p', 'x', '--at', 'in 1 week', '--wait', '0']
    for (let times = 0; times < 2; times += 1) assert.equal((await run(...args)).code, 6)
    const { posts } = JSON.parse((await run('posts', 'list', '--search', 'In a week', '--json')).output)
    assert.equal(posts.length, 1)
    await run('posts', 'delete', String(posts[0].id))
  })

  test('a file of posts is checked, and stored once', async () => {
    const file = join(home, 'posts.csv')
    await writeFile(
      file,
      'message,platforms,scheduled_at\nFrom a file,x bluesky,2027-05-01T09:00:00Z\nAnother,x,2027-05-02T09:00:00Z\n',
    )
    const stored = async () =>
      JSON.parse((await run('posts', 'list', '--status', 'scheduled', '--json')).output).posts.length
    const checked = await run('import', file)
    assert.equal(checked.code, 0, checked.output)
    assert.match(checked.output, /2 rows can be stored/)
    assert.equal(await stored(), 0)
    assert.match((await run('import', file, '--commit')).output, /2 rows stored\./)
    assert.match((await run('import', file, '--commit')).output, /2 rows stored before\. Nothing was stored again\./)
    assert.equal(await stored(), 2)
    await writeFile(file, 'message,platforms\n,nowhere\n')
    const refused = await run('import', file, '--commit')
    assert.equal(refused.code, 4, refused.output)
    assert.match(refused.output, /Row 2/)
  })

  test('an event is triggered, and is the one that was asked for', async () => {
    for (const name of ['post.scheduled', 'post.partial']) {
      const { code, output } = await run('trigger', name, '--json')
      assert.equal(code, 0, output)
      assert.equal(JSON.parse(output).event, name)
    }
  })

  test('any request can be sent, and what it returns is JSON', async () => {
    const { code, output } = await run('api', 'GET', '/usage')
    assert.equal(code, 0, output)
    assert.equal(JSON.parse(output).data.plan.name, 'Business')
    const made = await run('api', 'post', '/profiles', '-d', '{"name":"Shop"}')
    assert.equal(JSON.parse(made.output).status, 'ok')
  })

  test('changes are printed as they happen', async () => {
    const tail = launch(['tail', '--after', '0', '--json'], env)
    await eventually('a change is printed', async () => tail.output().includes('"status":"successful"'))
    await tail.end('SIGINT')
    for (const line of tail.output().trim().split('\n')) assert.ok(JSON.parse(line).event)
  })

  test('the completion of a shell knows the commands and their options', async () => {
    const { output } = await run('completion', 'bash')
    assert.match(output, /"posts list"\) options="[^"]*--status/)
  })
})
