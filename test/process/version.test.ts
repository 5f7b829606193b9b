import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createClient } from '../harness/client.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { ownerKey } from '../harness/instance.ts'
import { freePort } from '../harness/process.ts'
import { setStage } from '../harness/stage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const git = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
const build = { version, commit: git.status === 0 ? git.stdout.trim() : null, node: process.versions.node }
const line = `Polypost ${version} (${build.commit === null ? '' : `${build.commit.slice(0, 10)}, `}Node ${build.node})`

/** The series that says what runs. */
const shown = (role: string) => ({ ...build, commit: build.commit ?? '', role })
const seriesIn = (text: string): unknown => {
  const [, labels = ''] = text.match(/^polypost_build_info\{(.*)\} 1$/m) ?? []
  return Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
}
const startLine = (output: string) => {
  const line = output.split('\n').find((one) => one.includes('this process has started'))
  const { role, version, commit, node } = JSON.parse(line ?? '{}')
  return { role, version, commit, node }
}

onEachDatabase((kind) => {
  test('an instance says its version, commit and Node: in its log, its health and metrics, and to doctor', async (t) => {
    const token = 'a token for the metrics'
    const { start, run } = await setStage(t, kind)
    const server = await start('start', { POLYPOST_METRICS_TOKEN: token })
    assert.deepEqual(startLine(server.output()), { role: 'start', ...build })
    const { data } = (await createClient(server.base, ownerKey)('GET', '/health')).body
    assert.deepEqual({ version: data.version, commit: data.commit, node: data.node }, build)
    assert.deepEqual(seriesIn(await (await fetch(`${server.base}/metrics`)).text()), shown('start'))

    const away = { 'x-forwarded-for': '203.0.113.1' }
    const versionFor = async (headers: Record<string, string>) =>
      ((await (await fetch(`${server.base}/readyz`, { headers })).json()) as { version?: string }).version
    assert.deepEqual(
      [
        await versionFor({}),
        await versionFor(away),
        await versionFor({ ...away, authorization: `Bearer ${token}` }),
        await versionFor({ ...away, authorization: `Bearer ${token}x` }),
      ],
      [version, undefined, version, undefined],
      'only who may read the metrics',
    )
    const told = await run(['doctor'])
    assert.equal(told.output.split('\n')[0], line)
  })
})

test('each role says what it runs', async (t) => {
  const { launch } = await setStage(t, 'postgres')
  for (const role of ['api', 'worker'] as const) {
    const port = String(await freePort())
    const process = await launch([role], role === 'api' ? { PORT: port } : { POLYPOST_HEALTH_PORT: port })
    const metrics = () =>
      fetch(`http://127.0.0.1:${port}/metrics`).then(
        (response) => response.text(),
        () => '',
      )
    await eventually('it serves', async () => (await metrics()) !== '')
    assert.deepEqual(startLine(process.output()), { role, ...build })
    assert.deepEqual(seriesIn(await metrics()), shown(role))
  }
})

test('polypost --version and -V print one line, without an instance', async (t) => {
  const { run } = await setStage(t, 'sqlite')
  for (const option of ['--version', '-V']) assert.deepEqual(await run([option]), { code: 0, output: `${line}\n` })
})
