import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { firstCommand, firstPost } from '../../src/commands/actions/first-post.ts'
import { platforms } from '../../src/platforms/index.ts'
import { type InstanceData, makeInstanceData } from '../harness/database.ts'
import { ownerKey } from '../harness/instance.ts'
import { freePort, type RunningProcess, runCommand, startProcess } from '../harness/process.ts'

let instanceData: InstanceData
let running: RunningProcess
before(async () => {
  instanceData = await makeInstanceData('sqlite')
  running = await startProcess('start', {
    ...instanceData.env,
    POLYPOST_SANDBOX: 'on',
    POLYPOST_SANDBOX_PORT: String(await freePort()),
    POLYPOST_TIME_SCALE: '20',
  })
})
after(async () => {
  await running.end('SIGTERM')
  await instanceData.remove()
})

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
const film = 'http://127.0.0.1:4000/media/sample.mp4'

/** The arguments of each command of the README that uses the command line, as a shell splits them. */
const commands = [...readme.matchAll(/^npm run polypost -- (.*)$/gm)].map(([, line = '']) => ({
  line,
  args: [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  ),
}))

test('the first two commands of the README connect and publish to all platforms at once, and all succeed', async () => {
  const [connect, publish] = commands
  assert.ok(connect && publish)
  assert.deepEqual(
    [connect.line, publish.line],
    ['connect all --sandbox', firstCommand(film)],
    'a start prints them too',
  )
  const env = { POLYPOST_URL: running.base, POLYPOST_API_KEY: ownerKey, XDG_STATE_HOME: instanceData.directory }
  const connected = await runCommand(connect.args, env)
  assert.equal(connected.code, 0, connected.output)
  const here = publish.args.map((arg) => arg.replace('http://127.0.0.1:4000', running.base))
  const published = await runCommand(here, env)
  assert.equal(published.code, 0, published.output)
  assert.equal(published.output.match(/^\w+ +completed +http/gm)?.length, platforms.length, published.output)
})

test('the curl command of the README publishes the same', async () => {
  const [, body = ''] = /^curl http:\/\/127\.0\.0\.1:4000\/api\/v1\/post .*?-d '(\{.*?\})'$/ms.exec(readme) ?? []
  assert.deepEqual(JSON.parse(body), firstPost(film))
})
