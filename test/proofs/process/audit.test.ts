import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../../harness/client.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'
import { newPerson } from '../../harness/people.ts'
import { runCommand } from '../../harness/process.ts'

onEachOwnInstance(startInstance, (instance) => {
  test('what the command line does to users, keys and people stands in the list of their user, by nobody', async () => {
    const polypost = async (...args: string[]) => {
      const { code, output } = await runCommand(args, instance.data.env)
      assert.equal(code, 0, output)
      return output.trim().split('\n').at(-1) ?? ''
    }
    await polypost('users', 'create', 'shop@acme.example', '--plan', '2')
    const key = await polypost('keys', 'create', 'shop@acme.example', '--name', 'first', '--scopes', 'read,write,admin')
    const user = createClient(instance.base, key)
    await polypost('users', 'set-plan', 'shop@acme.example', '3')
    const second = await polypost('keys', 'create', 'shop@acme.example', '--name', 'second')
    assert.match(second, /^pp_/)
    const { keys } = (await user('GET', '/keys')).body.data
    await polypost('keys', 'revoke', String(keys[1].id))
    await polypost('keys', 'revoke', String(keys[1].id))
    const ana = await newPerson(instance, user, 'editor')
    await polypost('people', 'disable', ana.email)
    await polypost('people', 'enable', ana.email)
    const { entries } = (await user('GET', '/audit')).body.data
    const byNobody = entries.filter(({ by }: { by: unknown }) => by === null)
    assert.deepEqual(
      byNobody.map(({ action, target, change }: never) => [action, Object(target).name, change]),
      [
        ['person.changed', ana.email, [{ field: 'disabled', from: true, to: false }]],
        ['person.changed', ana.email, [{ field: 'disabled', from: false, to: true }]],
        ['key.revoked', 'second', null],
        ['key.created', 'second', null],
        ['user.changed', 'shop@acme.example', [{ field: 'plan_id', from: 2, to: 3 }]],
        ['key.created', 'first', null],
        ['user.created', 'shop@acme.example', [{ field: 'plan_id', from: null, to: 2 }]],
      ],
    )
  })
})
