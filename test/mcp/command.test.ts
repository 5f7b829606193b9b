import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startInstance } from '../harness/instance.ts'
import { connectAssistant } from '../harness/mcp.ts'
import { main, processEnv, runCommand } from '../harness/process.ts'

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

test('polypost mcp answers a request that a shell pipes into it', async (t) => {
  const instance = await startInstance('sqlite')
  t.after(instance.stop)
  const { key } = await instance.newUser()
  const env = processEnv({ POLYPOST_URL: instance.base, POLYPOST_API_KEY: key })
  const running = promisify(execFile)(process.execPath, [main, 'mcp'], { env })
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'shell', version: '1' } }
  running.child.stdin?.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  const { stdout } = await running
  assert.equal(JSON.parse(stdout).result.serverInfo.name, 'polypost')
})
