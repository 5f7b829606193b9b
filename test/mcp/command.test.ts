import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startInstance } from '../harness/instance.ts'
import { connectAssistant } from '../harness/mcp.ts'
import { runCommand } from '../harness/process.ts'

test('polypost mcp without a key says what to do, and does not take the owner’s key', async () => {
  const { code, output } = await runCommand(['mcp'], {})
  assert.equal(code, 1)
  assert.match(output, /^polypost: POLYPOST_API_KEY is not set.*drafts/)
})

test('polypost mcp passes on why a key is refused', async (t) => {
  const instance = await startInstance('sqlite')
  t.after(instance.stop)
  const wrong = connectAssistant(instance.base, 'pp_wrong', { transport: 'stdio', era: 'legacy' })
  await assert.rejects(wrong, /unauthorized: This API key is/)
})

test('polypost mcp says that the instance does not respond', async () => {
  const nowhere = connectAssistant('http://127.0.0.1:1', 'pp_any', { transport: 'stdio', era: 'legacy' })
  await assert.rejects(nowhere, /127\.0\.0\.1:1 does not respond. Check POLYPOST_URL/)
})
