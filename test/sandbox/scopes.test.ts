import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startAllSimulated } from '../harness/all-simulated.ts'
import { tested, testedNames } from '../platforms/index.ts'

const all = await startAllSimulated()
after(() => all.stop())

describe('a client that asks for one scope that its app lacks is refused altogether', () => {
  for (const name of testedNames) {
    const { signIn } = tested[name]
    if (!signIn) continue
    test(name, async () => {
      const [has, lacks, separator] = signIn.scopes
      await all.settings(name, { appLacks: [lacks] })
      assert.ok(await all.signIn(signIn, 'scopes', has))
      await assert.rejects(all.signIn(signIn, 'scopes', `${has}${separator}${lacks}`), /does not have the scope/)
    })
  }
})
