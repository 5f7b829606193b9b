import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

const header = 'message,platforms\n'
const refused: readonly [what: string, body: object, path: string][] = [
  ['neither rows nor a CSV', {}, 'rows'],
  ['rows and a CSV', { rows: [{}], csv: header }, 'rows'],
  ['no rows', { rows: [] }, 'rows'],
  ['more than 500 rows', { rows: Array(501).fill({}) }, 'rows'],
  ['a CSV with only a header', { csv: header }, 'csv'],
  ['a CSV with more than 500 rows', { csv: header + 'Hello.,x\n'.repeat(501) }, 'csv'],
  ['a CSV with a quote that has no end', { csv: `${header}"Hello.,x\n` }, 'csv'],
  ['a CSV with two columns of one name', { csv: 'message,message\na,b\n' }, 'csv'],
  ['a commit with a column that does not exist', { csv: 'message,plattforms\na,b\n', commit: true }, 'csv'],
]

onEachInstance(startInstance, (instance) => {
  for (const [what, body, path] of refused)
    test(`${what} is refused`, async () => {
      const user = await instance.newUser()
      const reply = await user.ask('POST', '/posts/import', { body })
      assert.deepEqual([reply.status, reply.body.error.details[0].path], [400, path], reply.text)
    })
})
