import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../harness/client.ts'
import { type Connection, openConnection, requestHead } from '../../harness/connection.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { ownerKey } from '../../harness/instance.ts'
import { isReady, type RunningProcess } from '../../harness/process.ts'
import { withDatabase } from '../../harness/rows.ts'
import { setStage } from '../../harness/stage.ts'

const wide = { POLYPOST_RATE_LIMITS: '1000000,1000000,1000000,1000000' }
const headers = { authorization: `Bearer ${ownerKey}` }

/** A request whose second half the server is still waiting for. */
async function beginRequest({ base }: RunningProcess, name: string) {
  const connection = await openConnection(base)
  const body = JSON.stringify({ name })
  const type = { 'content-type': 'application/json', 'content-length': String(body.length), expect: '100-continue' }
  connection.send(requestHead('POST', '/api/v1/profiles', { ...headers, ...type }))
  // The server asks for the body, so it has started to handle the request.
  await connection.until(/100 Continue/)
  connection.send(body.slice(0, 5))
  return { connection, finish: () => connection.send(body.slice(5)) }
}

/** A connection in use: its second request has begun to arrive, so it is not idle. */
async function keepInUse({ base }: RunningProcess): Promise<Connection> {
  const connection = await openConnection(base)
  connection.send(requestHead('GET', '/healthz', {}))
  await connection.until(/"ok"/)
  connection.send('GET /readyz HTTP/1.1\r\n')
  return connection
}

const isRefusing = ({ base }: RunningProcess): Promise<boolean> =>
  openConnection(base).then(
    (connection) => {
      connection.drop()
      return false
    },
    () => true,
  )

onEachDatabase((kind) => {
  test('on SIGTERM a process reports that it is not ready, finishes its open requests, and exits with 0', async (t) => {
    const { data: instanceData, start } = await setStage(t, kind)
    const server = await start()
    const { connection, finish } = await beginRequest(server, 'begun before the end')
    const inUse = await keepInUse(server)
    server.process.kill('SIGTERM')
    await eventually('no new connection is accepted', () => isRefusing(server))

    inUse.send('Host: test\r\n\r\n')
    const answer = await inUse.closed()
    assert.match(answer, /HTTP\/1\.1 503 [\s\S]*connection: close[\s\S]*"unavailable"/i)
    assert.equal(connection.isClosed(), false)
    assert.equal(server.process.exitCode, null)

    finish()
    assert.match(await connection.closed(), /HTTP\/1\.1 200 OK[\s\S]*connection: close[\s\S]*begun before the end/i)
    assert.equal(await server.ended, 0)
    const rows = await withDatabase(instanceData, (db) => db.selectFrom('profiles').select('name').execute())
    assert.ok(rows.some(({ name }) => name === 'begun before the end'))
  })

  test('when SIGTERM arrives under load, every request that took effect gets a complete response', async (t) => {
    const { data: instanceData, start } = await setStage(t, kind)
    const server = await start('start', wide)
    const answered: string[] = []
    let refused = false
    const load = async (lane: number) => {
      const ask = createClient(server.base, ownerKey)
      for (let at = 0; !refused; at++) {
        const name = `${lane} ${at}`
        const made = await ask('POST', '/profiles', { body: { name } }).catch((error: unknown) => {
          // Not connected, or closed before any response: the request was not accepted. A cut response fails as JSON.
          if (error instanceof TypeError) refused = true
          else throw error
        })
        if (!made) return
        // On a busy machine PostgreSQL may find no order for so many writes at once; then nothing took effect.
        if (made.status === 503) continue
        assert.equal(made.status, 200, made.text)
        answered.push(name)
        // Keeps the lists of profiles short, and runs both kinds of writes.
        await ask('DELETE', `/profiles/${made.body.data.profile_id}`).catch(() => {})
      }
    }
    const lanes = Array.from({ length: 20 }, (_, lane) => load(lane))
    await eventually('the load has begun', () => answered.length > 100)
    const code = await server.end('SIGTERM')
    await Promise.all(lanes)
    assert.equal(code, 0)
    const rows = await withDatabase(instanceData, (db) =>
      db.selectFrom('profiles').select('name').where('name', '!=', 'Default').execute(),
    )
    assert.deepEqual(new Set(rows.map(({ name }) => name)), new Set(answered))
  })
})

describe('on one database', () => {
  test('idle keep-alive connections do not delay the end, and responses on the others say “connection: close”', async (t) => {
    const server = await (await setStage(t, 'sqlite')).start()
    const idle = await openConnection(server.base)
    idle.send(requestHead('GET', '/healthz', {}))
    assert.doesNotMatch(await idle.until(/"ok"/), /connection: close/i)
    const { connection, finish } = await beginRequest(server, 'in use')
    server.process.kill('SIGTERM')
    await idle.closed()
    assert.equal(server.process.exitCode, null)
    finish()
    assert.match(await connection.closed(), /HTTP\/1\.1 200 OK[\s\S]*connection: close/i)
    assert.equal(await server.ended, 0)
  })

  test('one of several API processes stays reachable for a while as not ready, so that its load balancer notices', async (t) => {
    const { start } = await setStage(t, 'postgres')
    const server = await start('api')
    server.process.kill('SIGTERM')
    const { status, headers: notReady } = await eventually('it is not ready', async () => {
      const response = await fetch(`${server.base}/readyz`)
      return response.status === 200 ? null : response
    })
    assert.deepEqual([status, notReady.get('connection')], [503, 'close'])
    // Clients that do not know it yet are still served, and their connection then closes.
    const late = await fetch(`${server.base}/api/v1/profiles`, { headers })
    assert.deepEqual([late.status, late.headers.get('connection')], [200, 'close'])
    assert.equal(await server.ended, 0)
  })

  test('a second signal ends a process that is still waiting; two signals at once count as one', async (t) => {
    const server = await (await setStage(t, 'sqlite')).start()
    const { connection } = await beginRequest(server, 'never finished')
    server.process.kill('SIGINT')
    server.process.kill('SIGTERM')
    await eventually('no new connection is accepted', () => isRefusing(server))
    await sleep(600)
    assert.deepEqual([server.process.exitCode, connection.isClosed()], [null, false])
    assert.equal(await server.end('SIGTERM'), 1)
    assert.ok(connection.isClosed() || (await connection.closed()) !== undefined)
  })

  test('a stopped process can start again at once on the same port and database', async (t) => {
    const { start } = await setStage(t, 'sqlite')
    const first = await start()
    assert.equal(await first.end('SIGINT'), 0)
    const second = await start('start', { PORT: new URL(first.base).port })
    assert.ok(await isReady(second.base))
  })
})
