import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { receivers } from '../../dashboard/src/screens/webhooks/receiver-code.ts'
import { type Example, examples, isHere, startExample } from '../harness/example.ts'
import { sendSigned, signedByHand } from '../harness/signed.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const files = { Node: 'verify.mjs', Python: 'verify.py' } as const

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polypost-receivers-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** How the docs run a receiver in the same language. */
function exampleOf(name: keyof typeof files): Example {
  const found = examples.find(({ file }) => file === files[name])
  if (found === undefined) throw new Error(`There is no example in ${name}.`)
  return found
}

for (const { name, text } of receivers.filter(({ name }) => isHere(exampleOf(name))))
  test(`the receiver in ${name} takes what is signed with its secret now, and nothing else`, async () => {
    const example = exampleOf(name)
    const source = join(folder, example.file)
    await writeFile(source, text)
    const running = await startExample({ ...example, source }, secret, folder)
    try {
      assert.equal(await sendSigned(running.url, signedByHand({ secret })), 204)
      assert.equal(await sendSigned(running.url, signedByHand({ secret: otherSecret })), 401)
      assert.equal(await sendSigned(running.url, signedByHand({ secret, sentAt: Date.now() - 600_000 })), 401)
    } finally {
      await running.stop()
    }
  })
