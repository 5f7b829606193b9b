import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import pg from 'pg'
import { countdown, fail, openPublisher, serve, taskOf } from './same-rows.ts'

const task = taskOf(process.argv[2])
const pgPool = new pg.Pool({ connectionString: task.databaseUrl, max: task.slots + 2 })
pgPool.on('connect', (client) => client.on('error', () => {}))
pgPool.on('error', () => {})
const logger = new Logger(() => () => {})
const publisher = openPublisher(task)
const utils = await makeWorkerUtils({ pgPool, logger })
await utils.migrate()

serve({
  add: async (jobs) => {
    for (let at = 0; at < jobs.length; at += 300)
      await utils.addJobs(jobs.slice(at, at + 300).map((payload) => ({ identifier: 'job', payload })))
  },
  run: async (count) => {
    const { done, all } = countdown(count)
    const runner = await run({
      pgPool,
      logger,
      concurrency: task.slots,
      noHandleSignals: true,
      taskList: { job: (payload) => publisher.publish(Object(payload)) },
    })
    runner.events.on('job:success', done)
    runner.events.on('job:error', ({ error }) => fail(error))
    await all
    await runner.stop()
  },
  close: async () => {
    await utils.release()
    await publisher.close()
  },
})
