import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { describeSettings } from '../../src/app/config.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const settings = new Set(describeSettings().map(({ name }) => name))
const isThere = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0

/** Settings of ours among these names that do not exist. */
const unknown = (names: readonly string[]): string[] =>
  names.filter((name) => /^(POLYPOST|DATABASE|MEDIA)_/.test(name) && !settings.has(name))

const healthcheck = z.object({ test: z.array(z.string()), interval: z.string(), start_interval: z.string().optional() })
const service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
  ports: z.array(z.string()).default([]),
  healthcheck: healthcheck.optional(),
  read_only: z.literal(true),
})
const composeFile = z.object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })

/** The role of a container, as its command says. */
const roles = ['start', 'api', 'worker']

test('compose.yaml has services that exist, with settings, volumes and addresses that fit', () => {
  const { services, volumes } = composeFile.parse(parse(read('compose.yaml'), { merge: true }))
  assert.deepEqual(Object.keys(services).sort(), ['api-1', 'api-2', 'polypost', 'postgres', 'worker'])
  for (const [name, { command, environment, ports, ...one }] of Object.entries(services)) {
    assert.deepEqual(unknown(Object.keys(environment)), [], name)
    if (command) assert.ok(roles.includes(command[0] ?? ''), name)
    for (const volume of one.volumes) {
      const [from = ''] = volume.replace(/^\$\{\w+:-(\w+)\}/, '$1').split(':')
      assert.ok(from in volumes, `${name}: ${volume}`)
    }
    for (const port of ports) assert.match(port, /^127\.0\.0\.1:/, 'only this machine reaches it')
  }
})

function manifests(): { name: string; text: string }[] {
  return globSync('deploy/kubernetes/*.yaml', { cwd: root }).map((name) => ({ name, text: read(name) }))
}

const named = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) })
const probe = z.looseObject({ httpGet: z.looseObject({ path: z.string() }) })
const deployment = z.looseObject({
  kind: z.literal('Deployment'),
  spec: z.looseObject({
    template: z.looseObject({
      metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        containers: z.array(
          z.looseObject({
            args: z.array(z.string()),
            livenessProbe: probe,
            readinessProbe: probe,
            env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
            envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
          }),
        ),
      }),
    }),
  }),
})

const deployments = () => manifests().flatMap(({ text }) => deployment.safeParse(parse(text)).data ?? [])

test('whatever restarts a process asks whether it is alive, and never whether it is ready', () => {
  const { services } = composeFile.parse(parse(read('compose.yaml'), { merge: true }))
  const image = /HEALTHCHECK[^\n]*\n[^\n]*/.exec(read('Dockerfile'))?.[0] ?? ''
  const { test: asked = [], interval } = services.worker?.healthcheck ?? {}
  for (const check of [image, asked.join(' ')]) assert.match(check, /\/healthz/)
  assert.ok(image.includes('--interval=60s') && interval === '60s')
  for (const { livenessProbe, readinessProbe } of deployments().flatMap(({ spec }) => spec.template.spec.containers))
    assert.deepEqual([livenessProbe.httpGet.path, readinessProbe.httpGet.path], ['/healthz', '/readyz'])
})

test('the manifests for Kubernetes belong together, and name roles and settings that exist', () => {
  const { resources, configMapGenerator } = z
    .looseObject({ resources: z.array(z.string()), configMapGenerator: z.array(z.looseObject({ name: z.string() })) })
    .parse(parse(read('deploy/kubernetes/kustomization.yaml')))
  assert.deepEqual(
    resources.toSorted(),
    manifests()
      .map(({ name }) => basename(name))
      .filter((name) => name !== 'kustomization.yaml')
      .sort(),
  )
  const all = resources.map((name): unknown => parse(read(`deploy/kubernetes/${name}`)))
  assert.deepEqual(all.map((one) => named.parse(one).kind).sort(), [
    'Deployment',
    'Deployment',
    'Namespace',
    'Secret',
    'Service',
  ])
  const given = [
    ...[...read('deploy/kubernetes/config.env').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name),
    ...Object.keys(z.looseObject({ stringData: z.object({}).loose() }).parse(all[1]).stringData),
  ]
  assert.deepEqual([given.length > 5, unknown(given)], [true, []])
  const sources = ['polypost', ...configMapGenerator.map(({ name }) => name)]
  assert.equal(deployments().length, 2)
  for (const one of deployments()) {
    const [container] = one.spec.template.spec.containers
    const [role = ''] = container?.args ?? []
    assert.ok(roles.includes(role))
    assert.equal(one.spec.template.metadata.labels.role, role)
    assert.deepEqual(unknown(container?.env.map(({ name }) => name) ?? []), [])
    for (const from of container?.envFrom ?? [])
      for (const { name } of Object.values(from)) assert.ok(sources.includes(name))
    const port = container?.ports[0]?.containerPort
    const health = container?.env.find(({ name }) => name === 'POLYPOST_HEALTH_PORT')?.value
    assert.equal(port, role === 'worker' ? Number(health) : 4000)
  }
  if (isThere('kubectl', 'version', '--client')) {
    const built = spawnSync('kubectl', ['kustomize', 'deploy/kubernetes'], { cwd: root, encoding: 'utf8' })
    assert.equal(built.status, 0, built.stderr)
  }
})

test('the secrets of the manifests for Kubernetes are refused until somebody fills them in', () => {
  const { stringData } = z
    .looseObject({ stringData: z.record(z.string(), z.string()) })
    .parse(parse(read('deploy/kubernetes/secret.yaml')))
  assert.ok((stringData.POLYPOST_SECRET_KEY ?? '').length < 32)
  assert.doesNotMatch(stringData.POLYPOST_OWNER_KEY ?? '', /^pp_/)
})

test('the unit for systemd names what exists, and systemd has nothing to say against it', async (t) => {
  const unit = read('deploy/systemd/polypost.service')
  const names = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, all = '']) =>
    all.split(' ').map((one) => one.split('=')[0] ?? ''),
  )
  assert.ok(names.includes('POLYPOST_DATA_DIR'))
  assert.deepEqual(unknown(names), [])
  // The unit sets the same variables as the image.
  for (const name of ['UV_THREADPOOL_SIZE', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'])
    assert.ok(names.includes(name) && read('Dockerfile').includes(`${name}=`), name)
  for (const line of ['EnvironmentFile=/etc/polypost/env', 'UMask=0077', 'ProtectSystem=strict', 'NoNewPrivileges=yes'])
    assert.ok(unit.includes(`\n${line}\n`), line)
  if (!isThere('systemd-analyze', '--version')) return
  const folder = await mkdtemp(join(tmpdir(), 'polypost unit '))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'polypost.service')
  await writeFile(file, unit.replace('ExecStart=node', `ExecStart=${process.execPath}`))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  assert.equal(`${stdout}${stderr}`, '')
  assert.equal(status, 0)
})
