import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../../../scripts/test-programs.ts'
import { eventually } from '../eventually.ts'
import { isReady } from '../process.ts'

const certificates = fileURLToPath(new URL('./certificates/', import.meta.url))
const [certificate, key] = [`${certificates}valid.pem`, `${certificates}server.key`]

interface Place {
  /** An example from the documentation. */
  readonly example: string
  /** Where the proxy listens, on 127.0.0.1. */
  readonly port: number
  /** Host and port of the service. */
  readonly service: string
  readonly folder: string
}

/** How each proxy is started with an example. Only names and places of the example are replaced. */
const proxies = {
  nginx: ({ example, port, service, folder }: Place) => {
    const server = replaced(example, [
      ['listen 443 ', `listen 127.0.0.1:${port} `],
      ['/etc/letsencrypt/live/polypost.example.com/fullchain.pem', certificate],
      ['/etc/letsencrypt/live/polypost.example.com/privkey.pem', key],
      ['127.0.0.1:4000', service],
    ])
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const http = ['access_log off;', ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`), server]
    return {
      settings: `daemon off; master_process off; pid ${folder}/nginx.pid; events {} http { ${http.join('\n')} }`,
      args: (file: string) => ['-p', folder, '-e', 'stderr', '-c', file],
    }
  },
  caddy: ({ example, port, service }: Place) => ({
    settings: `{
      admin off
      auto_https disable_redirects
    }
    ${replaced(example, [
      ['polypost.example.com {', `https://127.0.0.1:${port} {\ntls ${certificate} ${key}`],
      ['127.0.0.1:4000', service],
    ])}`,
    args: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  }),
}

export type ProxyName = keyof typeof proxies

/** Starts a real proxy and waits until the service answers through it. */
export async function startProxy(name: ProxyName, place: Omit<Place, 'folder'>): Promise<() => Promise<void>> {
  const { file, env } = findProgram(name)
  const folder = await mkdtemp(join(tmpdir(), `polypost-${name}-`))
  const { settings, args } = proxies[name]({ ...place, folder })
  const settingsFile = join(folder, 'settings')
  await writeFile(settingsFile, settings)
  const child = spawn(file, args(settingsFile), {
    env: { ...process.env, ...env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(child, 'close')
  const stop = async () => {
    // Any other signal may wait for the end of open connections.
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await eventually(`${name} answers`, () => {
      if (child.exitCode !== null) throw new Error(`${name} ended while it was starting:\n${output}`)
      return isReady(`https://127.0.0.1:${place.port}`)
    })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

function replaced(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The example has no “${from}”.`)
    return changed.replaceAll(from, to)
  }, text)
}
