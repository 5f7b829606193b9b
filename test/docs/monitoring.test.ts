import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '../harness/client.ts'
import { ownerKey, startInstance } from '../harness/instance.ts'
import { setStage } from '../harness/stage.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const page = read('docs/operate/monitoring.md')
const rules = read('deploy/prometheus/polypost.rules.yaml')
const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  read('deploy/grafana/polypost.json'),
)

/** A histogram has three names. */
const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\bpolypost_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))),
]

test('alerts, dashboard and documentation name the metrics that a process has, and the documentation all of them', async () => {
  const instance = await startInstance('sqlite')
  const metrics = await (await fetch(`${instance.base}/metrics`)).text()
  await instance.stop()
  const known = [...metrics.matchAll(/^# HELP (polypost_\w+) /gm)].map(([, name]) => name ?? '')
  assert.ok(known.length > 20)
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  for (const text of [rules, ...expressions, page])
    assert.deepEqual(
      namesIn(text).filter((name) => !known.includes(name)),
      [],
    )
  assert.deepEqual(
    known.filter((name) => !namesIn(page).includes(name)),
    [],
  )
  assert.equal(dashboard.panels.length, 12)
  for (const { title, targets } of dashboard.panels) assert.ok(targets.length > 0, title)
  assert.equal(rules.match(/- alert:/g)?.length, 10)
})

test('the filter for fail2ban finds the address of strangers who are refused, and of nobody else', async (t) => {
  const [, filter = ''] = /^failregex = (.*)$/m.exec(page) ?? []
  const pattern = new RegExp(filter.replace('<ADDR>', '([0-9a-f.:]+)'))
  const server = await (await setStage(t, 'sqlite')).start('start', { POLYPOST_LOG_ADDRESSES: 'refused' })
  const ask = createClient(server.base, ownerKey)
  const made = await ask('POST', '/admin/users/1/keys', { body: { name: 'reader', scopes: ['read'] } })
  const planted = encodeURI('/no","status":401,"duration_ms":1,"address":"192.0.2.1","msg":"request"}')
  const asked = [
    ['wrong-key', '/profiles', { key: 'pp_wrong' }],
    ['wrong-key-elsewhere', planted, { key: 'pp_wrong' }],
    ['without-a-right', '/admin/users', { key: made.body.data.key }],
    ['found', '/profiles', {}],
  ] as const
  for (const [id, path, more] of asked) await ask('GET', path, { ...more, headers: { 'x-request-id': id } })
  await server.end('SIGTERM')
  const lines = server.output().split('\n')
  const found = asked.map(([id]) => [id, pattern.exec(lines.find((line) => line.includes(`"${id}"`)) ?? '')?.[1]])
  const [here, nobody] = ['127.0.0.1', undefined]
  assert.deepEqual(Object.fromEntries(found), {
    'wrong-key': here,
    'wrong-key-elsewhere': here,
    'without-a-right': nobody,
    found: nobody,
  })
})
