import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../harness/browser.ts'
import { eventually } from '../../harness/eventually.ts'
import type { Instance } from '../../harness/instance.ts'
import { startNamed } from '../../harness/oauth.ts'
import { becomeOwner, type Person, password } from '../../harness/people.ts'
import { type Env, main, processEnv, runCommand } from '../../harness/process.ts'
import { withDatabase } from '../../harness/rows.ts'

describe('polypost login', () => {
  let browser: Browser
  let instance: Instance
  let owner: Person
  let home: string
  let env: Env

  before(async () => {
    browser = await openBrowser()
    instance = await startNamed('sqlite')
    owner = await becomeOwner(instance)
    home = await mkdtemp(join(tmpdir(), 'polypost-login-'))
    const data = join(home, 'data')
    // Stands for the browser of the desktop: it notes what it should open.
    await writeFile(join(home, 'xdg-open'), `#!/bin/sh\necho "$1" > "${join(home, 'opened')}"\n`)
    await chmod(join(home, 'xdg-open'), 0o755)
    env = { HOME: home, PATH: `${home}:${process.env.PATH}`, POLYPOST_DATA_DIR: data, POLYPOST_OWNER_KEY: '' }
  })
  after(async () => {
    await browser?.close()
    await instance?.stop()
    await rm(home, { recursive: true })
  })

  const run = (...args: string[]) => runCommand(args, env)
  const stored = async () => JSON.parse(await readFile(join(home, '.config/polypost/login.json'), 'utf8'))
  const store = (login: object) => writeFile(join(home, '.config/polypost/login.json'), JSON.stringify(login))

  /** Starts a command. On a terminal, `script` gives it one. */
  function begin(args: readonly string[], { terminal = false } = {}) {
    const command = [process.execPath, main, ...args]
    const child = terminal
      ? spawn('script', ['--quiet', '--return', '--command', command.join(' '), '/dev/null'], { env: processEnv(env) })
      : spawn(process.execPath, command.slice(1), { env: processEnv(env) })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        output += bytes
      })
    return { child, output: () => output, ended: once(child, 'exit').then(([code]) => Number(code)) }
  }

  /** Signs in and allows the access in a new browser. */
  async function allowAt(address: string) {
    const page = await (await browser.newContext()).newPage()
    await page.goto(address)
    await page.getByLabel('Email address').fill(owner.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    assert.ok(await page.getByLabel('Everything').isChecked(), 'the command line is used by hand')
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    return page
  }

  test('opens the browser, waits for the consent, and keeps the login for the user alone', async () => {
    const login = begin(['login', instance.base], { terminal: true })
    const opened = join(home, 'opened')
    await eventually('the browser is opened', async () => (await readFile(opened, 'utf8').catch(() => '')).length > 1)
    const page = await allowAt((await readFile(opened, 'utf8')).trim())
    await page.getByText('You are signed in.').waitFor()
    assert.equal(await login.ended, 0, login.output())
    assert.match(login.output(), /You are signed in to http/)
    assert.equal((await stat(join(home, '.config/polypost/login.json'))).mode & 0o777, 0o600)
    const whoami = await run('whoami', '--json')
    assert.equal(whoami.code, 0, whoami.output)
    assert.ok(Date.parse(JSON.parse(whoami.output).signed_in_until) > Date.now())
    const users = await run('api', 'GET', '/admin/users')
    assert.equal(users.code, 0, `it may do what the owner may: ${users.output}`)
  })

  test('renews the key when it expires, once for commands at the same time', async () => {
    const login = await stored()
    await store({ ...login, session: { ...login.session, expires_at: 0 } })
    await withDatabase(instance.data, (db) =>
      db.updateTable('api_keys').set({ expires_at: 1 }).where('grant_id', 'is not', null).execute(),
    )
    const both = await Promise.all([run('profiles', 'list'), run('profiles', 'list')])
    for (const { code, output } of both) assert.equal(code, 0, output)
    assert.notEqual((await stored()).key, login.key)
  })

  test('says what to do when the sign-in has ended, and ends with 3', async () => {
    const login = await stored()
    await store({ ...login, session: { ...login.session, refresh: `${login.session.refresh}x`, expires_at: 0 } })
    const { code, output } = await run('profiles', 'list')
    assert.equal(code, 3, output)
    assert.match(output, /has ended\. Run “polypost login http/)
    await store(login)
    // The wrong refresh token ended it, as a stolen one does.
    const later = await run('profiles', 'list')
    assert.deepEqual([later.code, /polypost login http/.test(later.output)], [3, true], later.output)
  })

  test('takes a code without a browser, and logout ends the access on the instance, too', async () => {
    const login = begin(['login', instance.base, '--no-browser'])
    await eventually('the address is printed', async () => /\/oauth\/authorize\?\S+/.test(login.output()))
    const page = await allowAt(/http\S+\/oauth\/authorize\?\S+/.exec(login.output())?.[0] ?? '')
    const code = await page.locator('code').textContent()
    login.child.stdin.end(`${code}\n`)
    assert.equal(await login.ended, 0, login.output())
    const { key } = await stored()
    assert.equal((await instance.owner('GET', '/usage', { key })).status, 200)
    const logout = await run('logout')
    assert.match(logout.output, /signed out/)
    assert.equal((await instance.owner('GET', '/usage', { key })).status, 401)
    assert.equal((await run('whoami')).code, 3)
  })

  test('without a terminal says how to sign in', async () => {
    const { code, output } = await run('login', instance.base)
    assert.equal(code, 2, output)
    assert.match(output, /--key -/)
  })
})
