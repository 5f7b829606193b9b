import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startInstance } from '../../harness/instance.ts'
import { type PrefillStage, propose, settingsOf, startPrefilling } from '../../harness/prefill.ts'

let stage: PrefillStage
before(async () => {
  stage = await startPrefilling('sqlite')
})
after(() => stage.stop())

test('a model that can’t answer is reported; only an answer that used tokens uses up the hour', async () => {
  for (const [script, hourUsed] of [
    [() => (response) => response.writeHead(401).end('{}'), false],
    [() => ({ said: 'Gladly! It is Acme.' }), true],
  ] as const satisfies readonly (readonly [Parameters<PrefillStage['model']['answers']>[0], boolean])[]) {
    stage.model.answers(script)
    const user = await stage.newOwner()
    const { status, body } = await propose(user)
    assert.deepEqual([status, body.error.code], [503, 'unavailable'])
    assert.equal((await settingsOf(user)).business_profile_prefill_at !== null, hourUsed)
  }
})

test('an instance without a language model says which setting is missing and who sets it', async (t) => {
  const instance = await startInstance('sqlite', { roles: { api: true, worker: false } })
  t.after(() => instance.stop())
  const { status, body } = await propose(await instance.newUser(), { website_url: 'https://acme.example' })
  assert.equal(status, 503)
  assert.match(body.error.message, /no language model.*operator.*LLM_MODEL/)
})
