import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '@polypost/sdk'
import { Webhook } from 'standardwebhooks'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import type { User } from '../../harness/instance.ts'
import { createPost, inDays, newPublisher } from '../../harness/posts.ts'
import { type LaunchedProcess, launch, runCommand } from '../../harness/process.ts'
import { withDatabase } from '../../harness/rows.ts'
import { type SandboxInstance, startSandboxed } from '../../harness/sandboxed.ts'
import { type Receiver, startReceiver, status } from '../../harness/servers/receiver.ts'

/** More than one page of events. */
const many = 70

onEachDatabase((kind) => {
  let instance: SandboxInstance
  let user: User
  let program: Receiver
  let listening: LaunchedProcess
  const secret = () => /The secret of their signatures: (\S+)/.exec(listening.output())?.[1] ?? ''
  const arrived = () => program.received.map(({ body }) => body.event_id)
  /** Attempts at the one event whose connections the test cut. */
  const repeated = () => arrived().filter((id) => id === arrived()[3]).length - 1
  const schedule = () => createPost(user, { scheduled_at: inDays(1) })
  const stored = async () => {
    const rows = await withDatabase(instance.data, (db) =>
      db.selectFrom('events').select('id').where('user_id', '=', user.id).orderBy('seq').execute(),
    )
    return rows.map(({ id }) => id)
  }
  const listenTo = (key: string, ...args: string[]) =>
    launch(['webhooks', 'listen', ...args], { POLYPOST_URL: instance.base, POLYPOST_API_KEY: key })

  test('events from now on arrive once each, signed with the printed secret; the server needs no webhook', async (t) => {
    instance = await startSandboxed(kind)
    t.after(() => instance.stop())
    user = await newPublisher(instance)
    program = await startReceiver()
    t.after(() => program.stop())
    await schedule()
    const [before = ''] = await stored()
    listening = listenTo(user.key, '--forward-to', program.url)
    t.after(() => listening.end('SIGKILL'))
    await eventually('it listens', () => listening.output().includes('from now on'))

    await t.test('each with both signatures, and its data as it is stored', async () => {
      for (let count = 0; count < 3; count += 1) await schedule()
      await eventually('three arrive', () => arrived().length >= 3)
      for (const { text, headers, body } of program.received) {
        assert.deepEqual(await verifyWebhook(text, headers, secret()), {
          ...{ event: 'post.scheduled', event_id: body.event_id, data: body.data, sent_at: body.sent_at },
          signed_payload: body.signed_payload,
        })
        assert.ok(new Webhook(secret()).verify(text, headers))
      }
      const events = (await user.ask('GET', '/events')).body.data.events
      assert.deepEqual(program.received.at(-1)?.body.data, events[0].data)
      assert.deepEqual((await user.ask('GET', '/webhooks')).body.data.webhooks, [])
    })

    await t.test('also what happens while the program is away, which is said once', async () => {
      program.answer((response) => response.destroy())
      await schedule()
      await eventually('it is said', () => listening.output().includes('does not answer'))
      for (let count = 0; count < many; count += 1) await schedule()
      program.answer(status(204))
      await eventually('it is back', () => listening.output().includes('answers again'))
      await eventually('all arrive', () => new Set(arrived()).size >= 4 + many)
      assert.equal(listening.output().match(/does not answer/g)?.length, 1)
    })

    await t.test('also after the instance was away', async () => {
      await instance.away(() =>
        eventually('it is said', () => listening.output().includes(`${instance.base} does not answer`)).then(() => {}),
      )
      await schedule()
      await eventually('it arrives', () => new Set(arrived()).size >= 5 + many)
    })

    // SQLite has one transaction at a time.
    if (kind === 'postgres')
      await t.test('also one that appears after a later one, as transactions overlap', async () => {
        const id = '019a43f2-6c1e-7d0a-9b7e-000000000001'
        await withDatabase(instance.data, (db) =>
          db.transaction().execute(async (tx) => {
            const { seq: _seq, ...first } = await tx.selectFrom('events').selectAll().executeTakeFirstOrThrow()
            await tx
              .insertInto('events')
              .values({ ...first, id })
              .execute()
            const count = new Set(arrived()).size
            await schedule()
            await eventually('the later one arrives', () => new Set(arrived()).size > count)
          }),
        )
        await eventually('it arrives', () => arrived().includes(id))
      })

    await t.test('an answer that is no success is printed, and the next event is sent', async () => {
      program.answer(status(503))
      await schedule()
      await eventually('it is printed', () => /answered 503\. It is not sent again/.test(listening.output()))
    })

    await t.test('nothing is lost or sent twice, and Ctrl-C ends it cleanly', async () => {
      assert.equal(await listening.end('SIGINT'), 0)
      const answered = program.received.length - repeated()
      assert.deepEqual([...new Set(arrived())].sort(), (await stored()).filter((id) => id !== before).sort())
      assert.equal(answered, new Set(arrived()).size)
    })
  })

  test('without an address it prints the events, and a repeat of the command begins from now', async (t) => {
    const own = await startSandboxed(kind)
    instance = own
    t.after(() => own.stop())
    user = await newPublisher(own)
    const printing = listenTo(user.key)
    t.after(() => printing.end('SIGKILL'))
    await eventually('it listens', () => printing.output().includes('are printed from now on'))
    assert.doesNotMatch(printing.output(), /secret/)
    await schedule()
    await eventually('it is printed', () => /^post\.scheduled {2}[0-9a-f-]{36}\n {2}\{/m.test(printing.output()))
    assert.equal(await printing.end('SIGTERM'), 0)
  })
})

test('what can’t work ends at once, with one sentence', async (t) => {
  const instance = await startSandboxed('sqlite')
  t.after(() => instance.stop())
  const cases: readonly (readonly [code: number, sentence: RegExp, url: string, ...args: string[]])[] = [
    [2, /--port and --status belong to --receive/, instance.base, '--port', '4400'],
    [2, /must be an address/, instance.base, '--forward-to', 'localhost:3000'],
    [2, /POLYPOST_URL must be an address/, 'nonsense'],
    [3, /API key/, instance.base],
    [1, /could not be reached/, 'http://127.0.0.1:1'],
  ]
  await Promise.all(
    cases.map(async ([expected, sentence, POLYPOST_URL, ...args]) => {
      const { code, output } = await runCommand(['webhooks', 'listen', ...args], {
        POLYPOST_URL,
        POLYPOST_API_KEY: 'pp_wrong',
      })
      assert.match(output, sentence)
      assert.doesNotMatch(output, /^\s+at |node:internal/m)
      assert.equal(code, expected, output)
    }),
  )
})
