import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type InstanceData, makeInstanceData } from '../../harness/database.ts'
import { openBrowser, password, tokenOf } from '../../harness/people.ts'
import { type RunningProcess, runCommand, startProcess } from '../../harness/process.ts'

let instanceData: InstanceData
let service: RunningProcess

before(async () => {
  instanceData = await makeInstanceData('sqlite')
  service = await startProcess('start', instanceData.env)
})
after(async () => {
  await service.end('SIGTERM')
  await instanceData.remove()
})

/** Runs a command that succeeds; returns its last line. */
async function polypost(...args: string[]): Promise<string> {
  const { code, output } = await runCommand(args, instanceData.env)
  assert.equal(code, 0, output)
  return output.trim().split('\n').at(-1) ?? ''
}

const signInBy = (link: string) => openBrowser(service.base).ask('POST', '/session', { body: { token: tokenOf(link) } })

test('the operator leads people in and out with the command line, while the service runs', async () => {
  const first = await polypost('open')
  assert.match(first, /\/setup#token=/)
  const setUp = { token: tokenOf(first), email: 'olga@acme.example', name: 'Olga', password }
  const owner = openBrowser(service.base)
  assert.equal((await owner.ask('POST', '/setup', { body: setUp })).status, 200)

  const link = await polypost('open')
  assert.match(link, /\/sign-in#token=/)
  assert.equal((await signInBy(link)).body.data.person.email, 'olga@acme.example')
  assert.equal((await signInBy(link)).body.error.code, 'invalid_link')

  const invite = await polypost('people', 'invite', 'Ana@acme.example', '--role', 'editor')
  const ana = openBrowser(service.base)
  const accepted = await ana.ask('POST', '/invites/accept', { body: { token: tokenOf(invite), name: 'Ana', password } })
  assert.equal(accepted.body.data.role, 'editor')
  assert.match(
    (await runCommand(['people', 'list'], instanceData.env)).output,
    /ana@acme\.example.*editor.*owner@localhost/,
  )

  const reset = await polypost('people', 'reset', 'ana@acme.example')
  assert.equal((await ana.ask('GET', '/me')).status, 401)
  const old = await ana.ask('POST', '/session', { body: { email: 'ana@acme.example', password } })
  assert.equal(old.body.error.code, 'sign_in_refused')
  assert.equal((await signInBy(reset)).body.data.person.has_password, false)

  await polypost('people', 'disable', 'olga@acme.example')
  assert.equal((await owner.ask('GET', '/me')).status, 401)
  await polypost('people', 'enable', 'olga@acme.example')
  const back = openBrowser(service.base)
  const token = tokenOf(await polypost('open', 'olga@acme.example'))
  assert.equal((await back.ask('POST', '/session', { body: { token } })).status, 200)
  const { body } = await back.ask('GET', '/audit?action=person.changed')
  const changed = body.data.entries.filter(({ target }: { target: { name: string } }) => /^olga/.test(target.name))
  assert.equal(changed.length, 2, 'disabled, and enabled')

  const { code, output } = await runCommand(['people', 'reset', 'nobody@acme.example'], instanceData.env)
  assert.equal(code, 1)
  assert.match(output, /Nobody signs in with nobody@acme\.example\. “polypost people list” shows everybody\./)
})

test('the service writes neither links nor tokens nor passwords into its output', async () => {
  const output = service.output()
  assert.match(output, /The link for the owner’s first sign-in was written to/)
  assert.doesNotMatch(output, /token=/)
  assert.doesNotMatch(output, new RegExp(password))
  assert.doesNotMatch(output, /polypost_session=/)
})
